// SPDX-License-Identifier: Apache-2.0
// Layers beside each other as channels of one part, or each as a part of its own.
#pragma once

#include <ImathBox.h>

#include <span>
#include <string>
#include <vector>

#include "io/exr/exr_part.h"
#include "io/exr/exr_pixels.h"

namespace overlace {

/// R, G, B and A in a window of the picture.
template <class Sample>
struct ExrLayer {
  std::string name{};  ///< "" = the picture itself
  Imath::Box2i window{};
  std::vector<ExrPixel<Sample>> pixels{};

  /// Adds the channels "NAME.R" and so on to a part, which borrows the pixels.
  void add_to(ExrPart& part, bool with_alpha = true);
};

/// The layers of a frame. Keeps its buffers; a step for each member, in their order.
template <class Sample>
class ExrLayers {
 public:
  /// Of the names that the options have.
  explicit ExrLayers(const StillOptions& options);

  /// Borrows a picture for each name.
  void take(std::span<const ImageView> pictures);
  /// The smallest window of the picture with all of them; may be empty.
  [[nodiscard]] Imath::Box2i bounds() const;
  /// Reads all pixels, of every layer in this window.
  void read(const Imath::Box2i& window);
  /// Reads all pixels, of every layer in its own smallest window.
  void read_apart();
  /// Porter and Duff's "over" of what the file holds: whoever composites the layers gets the same,
  /// but for one rounding.
  void merge(const Imath::Box2i& window, ExrLayer<Sample>& into) const;
  /// Adds the channels of all layers to a part.
  void add_to(ExrPart& part);
  /// Appends a part for each layer, with such a header.
  void append_to(std::vector<ExrPart>& parts, const Imf::Header& header);

 private:
  std::vector<ExrPixels> pictures_;
  std::vector<ExrLayer<Sample>> layers_;
};

}  // namespace overlace

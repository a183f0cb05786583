// SPDX-License-Identifier: Apache-2.0
// Layers as channels of one part, or each as its own part.
#pragma once

#include <ImathBox.h>

#include <span>
#include <string>
#include <vector>

#include "io/exr/exr_part.h"
#include "io/exr/exr_pixels.h"

namespace overlace {

/// R, G, B and A in a window of the picture's coordinates.
template <class Sample>
struct ExrLayer {
  std::string name{};  ///< "" = the picture itself
  Imath::Box2i window{};
  std::vector<ExrPixel<Sample>> pixels{};

  /// Adds the channels "NAME.R" and so on to a part, which borrows the pixels.
  void add_to(ExrPart& part, bool with_alpha = true);
};

/// The layers of a frame. Keeps its buffers; call the members in the order in which they are
/// declared.
template <class Sample>
class ExrLayers {
 public:
  /// Makes a layer for each name in the options.
  explicit ExrLayers(const StillOptions& options);

  /// Borrows one picture per name.
  void take(std::span<const ImageView> pictures);
  /// The smallest window of the picture that holds them all; may be empty.
  [[nodiscard]] Imath::Box2i bounds() const;
  /// Reads the pixels of every layer in this window.
  void read(const Imath::Box2i& window);
  /// Reads the pixels of each layer in its own smallest window.
  void read_apart();
  /// Porter and Duff's "over" on the values that the file holds: compositing the layers gives the
  /// same result, but for one rounding.
  void merge(const Imath::Box2i& window, ExrLayer<Sample>& into) const;
  /// Adds the channels of all layers to a part.
  void add_to(ExrPart& part);
  /// Appends a part with a copy of `header` for each layer.
  void append_to(std::vector<ExrPart>& parts, const Imf::Header& header);

 private:
  std::vector<ExrPixels> pictures_;
  std::vector<ExrLayer<Sample>> layers_;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Several pictures of one frame in one file, for compositing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/image.h"
#include "io/frames/frame_pool.h"
#include "io/write/still.h"

namespace overlace {

/// What gets a layer of its own.
enum class LayerSplit : std::uint8_t {
  none,  ///< nothing: the file holds one picture
  node,  ///< every entry of the document's composite
  type,  ///< every class of objects
};

/// The layers of an overlay alone.
struct LayerOptions {
  LayerSplit split = LayerSplit::none;
  bool parts = false;  ///< one part of the file for each layer, and one for all of them together
  std::vector<std::string> names{};  ///< in paint order, bottom first; all different
  /// Draws one layer of a frame onto a transparent picture; called by one thread at a time.
  std::function<void(std::size_t layer, const FrameTime& time, const ImageView& picture)> draw{};
};

/// Encodes frames as layers. Keeps its buffers; one thread at a time.
class LayerEncoder {
 public:
  virtual ~LayerEncoder() = default;
  /// The bytes of a file with these layers, and with all of them one over the other. Preconditions:
  /// there are as many as names; all have one size and ColorSpec, and premultiplied alpha.
  /// Throws Error(output).
  [[nodiscard]] virtual std::vector<std::byte> encode(std::span<const ImageView> layers,
                                                      const StillFacts& facts) = 0;
};

/// Throws Error(usage) where files at `path` cannot have the layers, or have none to be parted.
void check_layers(const std::string& path, const LayerOptions& layers);

/// Draws the layers of frames, and encodes them. One thread at a time.
class LayerPainter {
 public:
  /// For files at `path`. Throws Error(usage) as `check_layers`. Precondition: layers are split.
  LayerPainter(const std::string& path, const StillOptions& options, LayerOptions layers);

  /// The bytes of a file with a frame's layers. `like` has format and meaning of the pictures that
  /// are drawn on. Throws what the drawing throws, Error(output), Error(out_of_memory).
  [[nodiscard]] std::vector<std::byte> encode(const FrameTime& time, const ImageView& like,
                                              const StillFacts& facts);

 private:
  LayerOptions layers_;
  std::unique_ptr<LayerEncoder> encoder_;
  FramePool pool_;
  std::vector<FramePtr> frames_;  ///< one per layer
};

}  // namespace overlace

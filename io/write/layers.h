// SPDX-License-Identifier: Apache-2.0
// Several pictures of one frame in one file, for compositing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/image.h"
#include "io/frames/frame_pool.h"

namespace overlace {

/// What each layer contains.
enum class LayerSplit : std::uint8_t {
  none,  ///< no layers: the file holds one picture
  node,  ///< an entry of the document's composite
  type,  ///< a class of objects
};

/// The layers of an overlay.
struct LayerOptions {
  LayerSplit split = LayerSplit::none;
  bool parts = false;                ///< see StillOptions
  std::vector<std::string> names{};  ///< see StillOptions
  /// Draws one layer of a frame onto a transparent picture; called by one thread at a time.
  std::function<void(std::size_t layer, const FrameTime& time, const ImageView& picture)> draw{};
};

/// Throws Error(usage) where files at `path` cannot hold the layers, or parts are requested without
/// layers.
void check_layers(const std::string& path, const LayerOptions& layers);

/// Draws the layers of frames. One thread at a time.
class LayerPainter {
 public:
  /// Pictures have this layout, which has alpha, and this colour.
  LayerPainter(LayerOptions layers, const PixelFormat& format, const ColorSpec& color);

  /// One picture per layer of a frame, valid until the next call. Throws what the drawing throws,
  /// Error(out_of_memory).
  [[nodiscard]] std::span<const ImageView> paint(const FrameTime& time, Size size);

 private:
  LayerOptions layers_;
  PixelFormat format_;
  ColorSpec color_;
  FramePool pool_;
  std::vector<FramePtr> frames_;  ///< one per layer
  std::vector<ImageView> views_;  ///< of frames_
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Draws each layer on its own transparent picture.
#include "io/write/layers.h"

#include <utility>

#include "graph/core/error.h"
#include "io/frames/alpha.h"
#include "io/frames/pixel_format.h"

namespace overlace {

void check_layers(const std::string& path, const LayerOptions& layers) {
  if (layers.split == LayerSplit::none) {
    if (!layers.parts) return;
    throw Error(ErrorCode::usage, "there is one part for each layer, and there are no layers",
                "add --layers node or --layers class", SourceLocation{"--parts"});
  }
  if (path.ends_with(".exr")) return;
  throw Error(ErrorCode::usage, "only OpenEXR files have layers", "use a name that ends in .exr",
              SourceLocation{path});
}

LayerPainter::LayerPainter(LayerOptions layers, const PixelFormat& format, const ColorSpec& color)
    : layers_(std::move(layers)), format_(format), color_(color) {}

std::span<const ImageView> LayerPainter::paint(const FrameTime& time, Size size) {
  views_.clear();
  for (std::size_t i = 0; i < layers_.names.size(); ++i) {
    if (i == frames_.size()) frames_.push_back(pool_.get(pixel_format_to_av(format_), size));
    const ImageView& view = views_.emplace_back(view_of(*frames_[i], color_));
    make_transparent(view);
    layers_.draw(i, time, view);
  }
  return views_;
}

}  // namespace overlace

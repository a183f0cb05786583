// SPDX-License-Identifier: Apache-2.0
// A transparent picture for every layer, drawn on and handed to the encoder.
#include "io/write/layers.h"

#include <utility>

#include "graph/core/error.h"
#include "io/exr/exr.h"
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
  throw Error(ErrorCode::usage, "only OpenEXR files have layers", "let the name end in .exr",
              SourceLocation{path});
}

LayerPainter::LayerPainter(const std::string& path, const StillOptions& options,
                           LayerOptions layers)
    : layers_(std::move(layers)) {
  check_layers(path, layers_);
  encoder_ = make_exr_layer_encoder(options, layers_);
}

std::vector<std::byte> LayerPainter::encode(const FrameTime& time, const ImageView& like,
                                            const StillFacts& facts) {
  std::vector<ImageView> views;
  const AVPixelFormat format = pixel_format_to_av(like.format);
  for (std::size_t i = 0; i < layers_.names.size(); ++i) {
    if (i == frames_.size()) frames_.push_back(pool_.get(format, like.size));
    const ImageView& view = views.emplace_back(view_of(*frames_[i], like.color));
    make_transparent(view);
    layers_.draw(i, time, view);
  }
  return encoder_->encode(views, facts);
}

}  // namespace overlace

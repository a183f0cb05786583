// SPDX-License-Identifier: Apache-2.0
// picture_pixelate: shows the video under a region in blocks of one colour.
#include <algorithm>
#include <cmath>

#include "node_list.h"

namespace overlace {
namespace {

struct Params {
  Number block = percent(2);
  Number strength{1.0F};
};

int block_px(double px) {
  return std::clamp(static_cast<int>(std::lround(px)), least_mosaic_block, most_mosaic_block);
}

Lower<PictureOp> prepare(std::shared_ptr<const Params> params, PrepareContext&) {
  const int least = block_px(params->block.extent().min);
  return [params, least](const FrameTime& time) {
    const int block = std::max(block_px(double{params->block.at(time).constant}), least);
    const float strength = std::clamp(params->strength.at(time).constant, 0.0F, 1.0F);
    return PictureOp{PixelateOp{block, least}, strength};
  };
}

}  // namespace

NodeType picture_pixelate() {
  return Node<Params>("picture_pixelate", Stage::picture,
                      "Shows the video, and what was painted on it before, in blocks of their mean "
                      "colours.")
      .input("region", Stage::layer,
             "Where it applies: a drawing, whose opacity counts but not its colour.")
      .per_frame()
      .number("block", &Params::block, {least_mosaic_block, most_mosaic_block, Unit::px},
              "Side of the blocks, in whole pixels. The grid starts at the picture's corner, so "
              "that blocks stay still under a moving region. Machines recognise faces in blocks: "
              "to hide one, fill it.")
      .number("strength", &Params::strength, {0, 1, Unit::ratio},
              "How much of the blocks is mixed in; 0 leaves every sample unchanged.")
      .prepares<PictureOp>(prepare);
}

}  // namespace overlace

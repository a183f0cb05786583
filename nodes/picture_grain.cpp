// SPDX-License-Identifier: Apache-2.0
// picture_grain: film grain on the video under a region.
#include "node_list.h"
#include "nodes/parts/grain_params.h"

namespace overlace {
namespace {

PictureOp lower(const GrainParams& p, const FrameTime& time) {
  const GrainOp grain = grain_of(p, time);
  return {grain, grain.amount > 0 ? 1.0F : 0.0F};
}

}  // namespace

NodeType picture_grain() {
  return Node<GrainParams>("picture_grain", Stage::picture,
                           "Adds film grain to the video, and to what was painted on it before.")
      .input("region", Stage::layer,
             "Where it applies: a drawing, whose opacity counts but not its colour.")
      .per_frame()
      .number("amount", &GrainParams::amount, {0, 1},
              "Standard deviation of the noise, where 1 is the range from black to white; 0 leaves "
              "every sample unchanged.")
      .with(grain_rows)
      .shown_with(R"({"amount": 0.3, "size": 2})")
      .lowers<PictureOp>(lower);
}

}  // namespace overlace

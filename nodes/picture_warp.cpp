// SPDX-License-Identifier: Apache-2.0
// picture_warp: warps the video under a region, at one place or at every tracked object.
#include <algorithm>

#include "node_list.h"
#include "nodes/parts/warp_params.h"

namespace overlace {
namespace {

struct Params : WarpParams {
  Number strength{1.0F};
};

Lower<PictureOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  return [params, warp = warp_of("picture_warp", params, context)](const FrameTime& time) {
    const WarpOp op = warp(time);
    const bool moves = op.amount != 0 && (op.everywhere || op.stroke_count > 0);
    const float strength = std::clamp(params->strength.at(time).constant, 0.0F, 1.0F);
    return PictureOp{op, moves ? strength : 0.0F};
  };
}

}  // namespace

NodeType picture_warp() {
  return Node<Params>("picture_warp", Stage::picture,
                      "Warps the video, and what was painted on it before: pushes, turns, spreads "
                      "or stirs it.")
      .input("region", Stage::layer,
             "Where it applies: a drawing, whose opacity counts but not its colour.")
      .with(warp_strokes)
      .per_frame()
      .with(warp_rows)
      .number("strength", &Params::strength, {0, 1, Unit::ratio},
              "How much of the warped picture is mixed in; 0 leaves every sample unchanged.")
      .shown_with(R"({"amount": 8, "angle": 30})")
      .shown_with("scale", R"({"kind": "noise", "amount": 8})")
      .shown_with("speed", R"({"kind": "noise", "amount": 8})")
      .shown_with("seed", R"({"kind": "noise", "amount": 8})")
      .never_seen("x", "a place of its own counts without strokes only")
      .never_seen("y", "a place of its own counts without strokes only")
      .prepares<PictureOp>(prepare);
}

}  // namespace overlace

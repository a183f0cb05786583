// SPDX-License-Identifier: Apache-2.0
// effect_warp: warps drawings as if pushed by a finger, at one place or at every tracked object.
#include "node_list.h"
#include "nodes/parts/warp_params.h"

namespace overlace {
namespace {

Lower<EffectOp> prepare(std::shared_ptr<const WarpParams> params, PrepareContext& context) {
  return [warp = warp_of("effect_warp", std::move(params), context)](
             const FrameTime& time) -> EffectOp { return warp(time); };
}

}  // namespace

NodeType effect_warp() {
  return Node<WarpParams>("effect_warp", Stage::layer,
                          "Warps drawings: pushes, turns, spreads or stirs them.")
      .input("layer", Stage::layer, "What is warped.")
      .with(warp_strokes)
      .per_frame()
      .with(warp_rows)
      .shown_with(R"({"amount": 8, "angle": 30})")
      .shown_with("scale", R"({"kind": "noise", "amount": 8})")
      .shown_with("speed", R"({"kind": "noise", "amount": 8})")
      .shown_with("seed", R"({"kind": "noise", "amount": 8})")
      .never_seen("x", "a place of its own counts without strokes only")
      .never_seen("y", "a place of its own counts without strokes only")
      .prepares<EffectOp>(prepare);
}

}  // namespace overlace

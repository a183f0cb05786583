// SPDX-License-Identifier: Apache-2.0
// effect_aberration: the coloured fringes of a lens, or of a failing screen.
#include "node_list.h"
#include "nodes/parts/aberration_params.h"

namespace overlace {
namespace {

Lower<EffectOp> prepare(std::shared_ptr<const AberrationParams> params, PrepareContext& context) {
  return [params, size = context.clip.size](const FrameTime& time) -> EffectOp {
    return aberration_of(*params, size, time);
  };
}

}  // namespace

NodeType effect_aberration() {
  return Node<AberrationParams>("effect_aberration", Stage::layer,
                                "Splits the colours of drawings: red one way, blue the other.")
      .input("layer", Stage::layer, "What gets coloured fringes.")
      .per_frame()
      .with(aberration_rows)
      .shown_with(R"({"amount": 4})")
      .shown_with("angle", R"({"amount": 4, "kind": "linear"})")
      .prepares<EffectOp>(prepare);
}

}  // namespace overlace

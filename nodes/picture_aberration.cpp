// SPDX-License-Identifier: Apache-2.0
// picture_aberration: the coloured fringes of a lens, on the video under a region.
#include <algorithm>

#include "node_list.h"
#include "nodes/parts/aberration_params.h"

namespace overlace {
namespace {

struct Params : AberrationParams {
  Number strength{1.0F};
};

Lower<PictureOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  return [params, size = context.clip.size](const FrameTime& time) {
    const AberrationOp op = aberration_of(*params, size, time);
    const float strength = std::clamp(params->strength.at(time).constant, 0.0F, 1.0F);
    return PictureOp{op, op.amount != 0 ? strength : 0.0F};
  };
}

}  // namespace

NodeType picture_aberration() {
  return Node<Params>("picture_aberration", Stage::picture,
                      "Splits the colours of the video, and of what was painted on it before: red "
                      "one way, blue the other.")
      .input("region", Stage::layer,
             "Where it applies: a drawing, whose opacity counts but not its colour.")
      .per_frame()
      .with(aberration_rows)
      .number("strength", &Params::strength, {0, 1, Unit::ratio},
              "How much of it is mixed in; 0 leaves every sample unchanged.")
      .shown_with(R"({"amount": 8})")
      .shown_with("angle", R"({"amount": 8, "kind": "linear"})")
      .prepares<PictureOp>(prepare);
}

}  // namespace overlace

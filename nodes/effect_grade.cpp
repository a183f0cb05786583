// SPDX-License-Identifier: Apache-2.0
// effect_grade: changes the colours of drawings by a look-up table, a ramp, or a hue rotation.
#include "node_list.h"
#include "nodes/parts/grade_params.h"

namespace overlace {
namespace {

Lower<EffectOp> prepare(std::shared_ptr<const GradeParams> params, PrepareContext& context) {
  return [grade = grade_of(std::move(params), context)](const FrameTime& time) -> EffectOp {
    return grade(time);
  };
}

}  // namespace

NodeType effect_grade() {
  return Node<GradeParams>("effect_grade", Stage::layer,
                           "Grades drawings: gain, saturation and hue, then a ramp, then a LUT.")
      .input("layer", Stage::layer, "What is graded.")
      .per_frame()
      .with(grade_rows)
      .shown_with(R"({"gain": 1.2, "saturation": 0.8, "hue": 20})")
      .shown_with("by", R"({"ramp": ["viridis"]})")
      .prepares<EffectOp>(prepare);
}

}  // namespace overlace

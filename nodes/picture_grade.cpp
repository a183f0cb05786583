// SPDX-License-Identifier: Apache-2.0
// picture_grade: changes the colours of the video under a region by a look-up table, a ramp, or a
// hue rotation.
#include <algorithm>

#include "node_list.h"
#include "nodes/parts/grade_params.h"

namespace overlace {
namespace {

struct Params : GradeParams {
  Number strength{1.0F};
};

/// Whether the operation leaves colours unchanged.
bool changes_nothing(const GradeOp& op) {
  return op.gain == 1 && op.saturation == 1 && op.hue == 0 && op.ramp == nullptr &&
         op.lut == no_lut;
}

Lower<PictureOp> prepare(std::shared_ptr<const Params> params, PrepareContext& context) {
  return [params, grade = grade_of(params, context)](const FrameTime& time) {
    const GradeOp op = grade(time);
    const float strength = std::clamp(params->strength.at(time).constant, 0.0F, 1.0F);
    return PictureOp{op, changes_nothing(op) ? 0.0F : strength};
  };
}

}  // namespace

NodeType picture_grade() {
  return Node<Params>("picture_grade", Stage::picture,
                      "Grades the video, and what was painted on it before: gain, saturation and "
                      "hue, then a ramp, then a LUT.")
      .input("region", Stage::layer,
             "Where it applies: a drawing, whose opacity counts but not its colour.")
      .per_frame()
      .with(grade_rows)
      .number("strength", &Params::strength, {0, 1, Unit::ratio},
              "How much of the grade is mixed in; 0 leaves every sample unchanged.")
      .shown_with(R"({"gain": 1.2, "saturation": 0.8, "hue": 20})")
      .shown_with("by", R"({"ramp": ["viridis"]})")
      .prepares<PictureOp>(prepare);
}

}  // namespace overlace

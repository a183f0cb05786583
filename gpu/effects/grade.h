// SPDX-License-Identifier: Apache-2.0
// Grade: changes the colours of a drawing.
#pragma once

#include <cmath>

#include "color/working_space.h"
#include "gpu/effects/passes.h"
#include "gpu/kernels/color_pass.h"
#include "gpu/kernels/grade.h"
#include "graph/plan/effect_ops.h"

namespace overlace {

/// The table of an operation among those of its plan; if it has none, one that changes nothing.
[[nodiscard]] inline LutView lut_of(const GradeOp& op, std::span<const LutView> luts) {
  return op.lut < luts.size() ? luts[op.lut] : LutView{};
}

/// R'G'B' times gain, with Cb and Cr times saturation and turned by the hue, as FFmpeg's `hue`
/// does.
[[nodiscard]] inline Matrix3 grade_matrix(const GradeOp& op, ColorMatrix kind) {
  const double turn = double{op.hue} * M_PI / 180, strength = double{op.saturation};
  const double c = strength * std::cos(turn), s = strength * std::sin(turn);
  const Matrix3 to_ycbcr = ycbcr_matrix(kind), from_ycbcr = invert(to_ycbcr);
  const Matrix3 change{{{1, 0, 0}, {0, c, -s}, {0, s, c}}};
  Matrix3 out{};
  for (std::size_t j = 0; j < 3; ++j) {
    const Triple column =
        multiply(from_ycbcr, multiply(change, {to_ycbcr[0][j], to_ycbcr[1][j], to_ycbcr[2][j]}));
    for (std::size_t i = 0; i < 3; ++i) out[i][j] = double{op.gain} * column[i];
  }
  return out;
}

/// The record of a grade of colours in a working space of R'G'B', 0 to 1.
[[nodiscard]] inline GradeRecord grade_record(const GradeOp& op, const WorkingSpace& space) {
  GradeRecord record;
  record.has_matrix = op.gain != 1 || op.saturation != 1 || op.hue != 0 ? 1 : 0;
  const Matrix3 matrix = grade_matrix(op, space.color.matrix);
  for (std::size_t i = 0; i < 3; ++i) {
    record.luma[i] = static_cast<float>(ycbcr_matrix(space.color.matrix)[0][i]);
    for (std::size_t j = 0; j < 3; ++j) record.matrix[i][j] = static_cast<float>(matrix[i][j]);
  }
  if (op.ramp == nullptr) return record;
  record.ramp_kind =
      op.by == RampBy::alpha ? GradeRecord::ramp_by_alpha : GradeRecord::ramp_by_luma;
  float* out = record.ramp;
  for (const Color& color : *op.ramp)
    for (const float component : space.convert(color).c) *out++ = component;
  return record;
}

/// Paint is divided by its alpha, graded, and multiplied again. What is darker than black or
/// brighter than alpha is light: it has no colour of its own that could be looked up in a curve.
struct GradeFormula {
  Grade grade;
  float least_light = 0;

  template <class F>
  [[nodiscard]] OVL_FN Rgb<F> operator()(const Rgb<F>& color, F alpha) const {
    const Rgb<F> paint = each_component(color, [&](F v) { return max(min(v, alpha), F(0.0F)); });
    const Rgb<F> light =
        grade.light(Rgb<F>{color.r - paint.r, color.g - paint.g, color.b - paint.b}, least_light);
    const F opaque = max(alpha, F(least_half));
    const Rgb<F> graded = grade(each_component(paint, [&](F v) { return v / opaque; }), alpha);
    return {fma(graded.r, alpha, light.r), fma(graded.g, alpha, light.g),
            fma(graded.b, alpha, light.b)};
  }

 private:
  static constexpr float least_half = 0x1p-24F;  ///< above 0
};

struct GradeEffect : OnePass<GradeEffect, ColorPass<GradeFormula>> {
  using Op = GradeOp;
  using Record = GradeRecord;

  [[nodiscard]] static GradeRecord record(const GradeOp& op, const WorkingSpace& space) {
    return grade_record(op, space);
  }
  [[nodiscard]] static int reach(const GradeOp&) { return 0; }
  [[nodiscard]] static Pass pass(const GradeOp& op, const EffectPlace& place,
                                 const GradeRecord* record) {
    const float least_light = place.has_dark_light ? -__builtin_inff() : 0.0F;
    return {place.inputs[0], place.output, {{record, lut_of(op, place.luts)}, least_light}};
  }
};

}  // namespace overlace

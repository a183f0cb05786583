// SPDX-License-Identifier: Apache-2.0
// Grading: changing colours by a matrix, a ramp and a look-up table.
#pragma once

#include <cstdint>

#include "gpu/kernels/lut.h"

namespace overlace {

/// Parameters of a grade for one frame, as devices read them.
struct GradeRecord {
  static constexpr int ramp_points = 256;
  enum : std::int32_t { no_ramp, ramp_by_luma, ramp_by_alpha };

  float matrix[3][3]{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  float luma[3]{};              ///< weights of R', G', B'
  std::int32_t has_matrix = 0;  ///< 0: it is the identity
  std::int32_t ramp_kind = no_ramp;
  float ramp[3 * ramp_points]{};  ///< R', G', B'
};

/// A weighted sum of components.
template <class F>
OVL_FN F weighted(const float (&weight)[3], const Rgb<F>& color) {
  return fma(F(weight[2]), color.b, fma(F(weight[1]), color.g, F(weight[0]) * color.r));
}
template <class F>
OVL_FN Rgb<F> times(const float (&matrix)[3][3], const Rgb<F>& color) {
  return {weighted(matrix[0], color), weighted(matrix[1], color), weighted(matrix[2], color)};
}

/// A grade of straight colours, 0 to 1. The same for layers and pictures.
struct Grade {
  const GradeRecord* record = nullptr;
  LutView lut;

  /// The graded colour, of a pixel with this alpha; the colour itself if there is nothing to do.
  template <class F>
  [[nodiscard]] OVL_LONG_FN Rgb<F> operator()(Rgb<F> color, F alpha) const {
    const auto limited = [](F v) { return saturate(v); };
    if (record->has_matrix != 0) color = each_component(times(record->matrix, color), limited);
    if (record->ramp_kind != GradeRecord::no_ramp) color = ramp_color(color, alpha);
    if (lut.points != 0) color = each_component(looked_up(lut, color), limited);
    return color;
  }
  /// Grades light, the part of a colour beyond 0 and 1, by the matrix alone; it gets no darker than
  /// `least`.
  template <class F>
  [[nodiscard]] OVL_FN Rgb<F> light(const Rgb<F>& color, float least) const {
    if (record->has_matrix == 0) return color;
    return each_component(times(record->matrix, color), [&](F v) { return max(v, F(least)); });
  }

 private:
  template <class F>
  [[nodiscard]] OVL_FN Rgb<F> ramp_color(const Rgb<F>& color, F alpha) const {
    const F by =
        record->ramp_kind == GradeRecord::ramp_by_alpha ? alpha : weighted(record->luma, color);
    const LutPlace<F> at = lut_place(by * F(static_cast<float>(GradeRecord::ramp_points - 1)),
                                     GradeRecord::ramp_points);
    const F index = at.point * F(3.0F);
    return between(lut_color(record->ramp, index), lut_color(record->ramp, index + F(3.0F)),
                   at.beyond);
  }
};

}  // namespace overlace

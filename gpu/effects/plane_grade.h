// SPDX-License-Identifier: Apache-2.0
// Grade on the picture.
#pragma once

#include "gpu/effects/color_change.h"
#include "gpu/effects/grade.h"

namespace overlace {

/// What a grade adds to the colour of a pixel. The part of a colour below black or above white is
/// light, which curves leave alone.
struct GradeChange {
  static constexpr bool has_alpha = false;
  Grade grade;

  template <class F>
  [[nodiscard]] OVL_FN Rgb<F> operator()(const Rgb<F>& color, F alpha) const {
    const F opaque = max(alpha, F(least_alpha));
    const Rgb<F> paint = each_component(color, [&](F v) { return saturate(v / opaque); });
    const Rgb<F> graded = grade(paint, alpha);
    const Rgb<F> light{fnma(paint.r, alpha, color.r), fnma(paint.g, alpha, color.g),
                       fnma(paint.b, alpha, color.b)};
    const Rgb<F> moved = grade.beyond(light);
    return {fma(graded.r - paint.r, alpha, moved.r - light.r),
            fma(graded.g - paint.g, alpha, moved.g - light.g),
            fma(graded.b - paint.b, alpha, moved.b - light.b)};
  }
  template <class From>
  [[nodiscard]] OVL_FN Pixel<float> change(const From& from, int x, int y) const {
    return change_at(*this, from, x, y);
  }

 private:
  static constexpr float least_alpha = 0x1p-24F;  ///< above 0
};

struct PlaneGradeFilter {
  using Op = GradeOp;
  using Record = GradeRecord;
  using Change = GradeChange;
  using Passes = PassList<ChangePass<GradeChange>, AddPass>;

  [[nodiscard]] static Record record(const GradeOp& op, const WorkingSpace& space) {
    return grade_record(op, space);
  }
  [[nodiscard]] static int reach(const GradeOp&) { return 0; }
  [[nodiscard]] static GradeChange change(const GradeOp& op, const ColorPlace& place,
                                          const Record* record) {
    return {{record, lut_of(op, place.luts)}};
  }
};

}  // namespace overlace

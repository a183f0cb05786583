// SPDX-License-Identifier: Apache-2.0
// What curve nodes share: where their curves begin and end.
#pragma once

#include "graph/data/curve_parts.h"
#include "graph/types/node.h"

namespace overlace {

struct CurveEndParams {
  CurveEnds ends = CurveEnds::anchor;
  Number end_gap{0};
};

inline constexpr auto curve_end_rows = []<class P>(Node<P>& node) {
  node.template choice<CurveEnds>(
          "ends", &P::ends,
          {{"anchor", CurveEnds::anchor}, {"box", CurveEnds::box}, {"ellipse", CurveEnds::ellipse}},
          "Where a curve begins and ends: at the points that are linked, or where it leaves the "
          "box, or the ellipse in the box, of either object.")
      .fixed_number("end_gap", &P::end_gap, {-1e4, 1e4, Unit::px},
                    "Distance of these ends from the box or the ellipse.");
};

}  // namespace overlace

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
          "Where a curve begins and ends: at the linked points, or at the edge of each object's "
          "box or of the ellipse in it.")
      .fixed_number("end_gap", &P::end_gap, {-1e4, 1e4, Unit::px},
                    "Distance of the ends from the box or ellipse.");
};

}  // namespace overlace

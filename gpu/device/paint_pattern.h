// SPDX-License-Identifier: Apache-2.0
// Paints patterns on a region.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/pattern.h"

namespace overlace {

template <class Region>
OVL_FN void paint_pattern(Region& region, const Item& item) {
  const PatternPlace place = item.pattern;
  with_pattern_kind(place.pattern.kind, [&]<PatternKind kind>() {
    paint_covered(region, region.cells, item.fill, [&](float x, float y) {
      return pattern_coverage<kind>(place, static_cast<int>(x), static_cast<int>(y));
    });
  });
}

}  // namespace overlace

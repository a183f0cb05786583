// SPDX-License-Identifier: Apache-2.0
// Footprints of chroma samples, along a row of pixels or down a column, as averages.
#pragma once

#include "graph/core/math.h"

namespace overlace {

// V is a float or a vector of them. The order of the operations is part of the definition: all
// back-ends round alike. Horizontal averages come first.

/// A sample between two pixels.
template <class V>
OVL_FN V centered(V first, V second) {
  return (first + second) * 0.5F;
}

/// A sample on a pixel, between the ones before and after it: 1/4, 1/2, 1/4.
template <class V>
OVL_FN V around(V before, V on, V after) {
  return on * 0.5F + (before + after) * 0.25F;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Averages over the footprints of chroma samples, along a row of pixels or down a column.
#pragma once

#include "graph/core/math.h"

namespace overlace {

// V is a float or a vector of them. The order of the operations is part of the definition: all
// back-ends round alike. Averages down columns come first. Multiples of averages by powers of two
// are exact, so they may be scaled back at the end.

/// Twice a sample between two pixels.
template <class V>
OVL_FN V twice_centered(V first, V second) {
  return first + second;
}
/// Four times a sample on a pixel, between the ones before and after it: 1/4, 1/2, 1/4.
template <class V>
OVL_FN V four_times_around(V before, V on, V after) {
  return fma(on, V(2.0F), before + after);
}
/// A sample between two pixels.
template <class V>
OVL_FN V centered(V first, V second) {
  return twice_centered(first, second) * V(0.5F);
}
/// A sample on a pixel.
template <class V>
OVL_FN V around(V before, V on, V after) {
  return four_times_around(before, on, after) * V(0.25F);
}

}  // namespace overlace

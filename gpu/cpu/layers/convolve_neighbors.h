// SPDX-License-Identifier: Apache-2.0
// The filter of a blur for several neighbours at once, along either axis: what is loaded for one of
// them serves the others at other taps.
#pragma once

#include <utility>

#include "gpu/cpu/lanes/block_set.h"
#include "gpu/kernels/blur.h"

namespace overlace {

/// Filters `count` neighbours; at(i) are the sixteen samples i places after the first neighbour's.
template <class L, class Blur, class At, int count>
OVL_FN void convolve_neighbors(const Blur& blur, const At& at, L (&sum)[count]) {
  L before[count], after[count];  // neighbour i is at i % count
  const L middle(blur.weight[0]);
  for (int i = 0; i < count; ++i) {
    before[i] = after[i] = at(i);
    sum[i] = before[i] * middle;
  }
  const int radius = blur.radius;
  const auto tap = [&]<int phase>(int k) OVL_INLINE {  // k % count is `phase`
    if (k > radius) return false;
    before[(count - phase) % count] = at(-k);
    after[(count - 1 + phase) % count] = at(count - 1 + k);
    const L weight(blur.weight[k]);
    for (int i = 0; i < count; ++i)
      sum[i] =
          with_tap(sum[i], weight, before[(i + count - phase) % count], after[(i + phase) % count]);
    return true;
  };
  const auto taps = [&]<int... i>(int k, std::integer_sequence<int, i...>) OVL_INLINE {
    return (tap.template operator()<(i + 1) % count>(k + i) && ...);
  };
  for (int k = 1; taps(k, std::make_integer_sequence<int, count>{}); k += count) {
  }
}

}  // namespace overlace

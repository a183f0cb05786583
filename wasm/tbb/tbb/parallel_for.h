// SPDX-License-Identifier: Apache-2.0
// Loops where there is one thread.
#pragma once

#include "tbb/blocked_range.h"

namespace tbb {

template <class Index, class Body>
void parallel_for(Index first, Index end, const Body& body) {
  for (Index i = first; i < end; ++i) body(i);
}

template <class Index, class Body>
void parallel_for(const blocked_range<Index>& range, const Body& body) {
  if (!range.empty()) body(range);
}

}  // namespace tbb

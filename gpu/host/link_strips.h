// SPDX-License-Identifier: Apache-2.0
// Exact nearest neighbours on a grid of strips that adapts itself to how points are spread.
#pragma once

#include "gpu/host/link_points.h"
#include "gpu/host/strip_cutter.h"
#include "gpu/host/strip_search.h"
#include "gpu/replay.h"

namespace overlace {

/// Points cut into horizontal strips of about equal count, each sorted by x: low strips where
/// points are dense, high ones where they are sparse, whatever the distribution. Points next to
/// each other in a strip are searched for together: first their own strip to the right and left,
/// then those below and above, until no strip, and no further point of a strip, can be nearer than
/// the k found. Keeps its memory from frame to frame.
class LinkStrips {
 public:
  /// Throws Error(unavailable) when this machine has no such instructions.
  explicit LinkStrips(SimdLevel simd = SimdLevel::best);

  /// Finds the k nearest admissible neighbours of every point. Many points are searched by all
  /// threads of the calling thread's TBB arena. The same result for every level and thread count.
  void search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k, Neighbours& found);

 private:
  SearchStrip search_strip_;
  StripCutter cutter_;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Exact nearest neighbours on a grid of bands that adapts to the distribution of points.
#pragma once

#include "gpu/host/band_cutter.h"
#include "gpu/host/band_search.h"
#include "gpu/host/link_points.h"
#include "gpu/replay.h"

namespace overlace {

/// Points cut into horizontal bands of about equal count, each sorted by x: low bands where points
/// are dense, high ones where they are sparse, whatever the distribution. Adjacent points of a band
/// are searched for together: first their own band to the right and left, then those below and
/// above, until no band, and no further point of a band, can be nearer than the k found. Keeps its
/// memory from frame to frame.
class LinkBands {
 public:
  /// Throws Error(unavailable) if this machine lacks the instructions.
  explicit LinkBands(SimdLevel simd = SimdLevel::best);

  /// Finds the k nearest admissible neighbours of every point. Many points are searched for by all
  /// threads of the calling thread's TBB arena. The result is the same for every level and thread
  /// count.
  void search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k, Neighbours& found);

 private:
  SearchBand search_band_;
  BandCutter cutter_;
};

}  // namespace overlace

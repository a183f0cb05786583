// SPDX-License-Identifier: Apache-2.0
// Selects the links of one frame: the k nearest of every point, then the rules about pairs.
#pragma once

#include "gpu/host/link_bands.h"
#include "gpu/host/link_faiss.h"
#include "gpu/host/link_pairs.h"
#include "gpu/host/link_points.h"

namespace overlace {

/// Finds the links of a frame from its boxes alone, without memory of other frames. Exact, with
/// ties decided by id, then row; the same for every back-end, instruction set and thread count.
/// Keeps its buffers from frame to frame.
class LinkSearch {
 public:
  /// Throws Error(unavailable) if this machine lacks the instructions.
  explicit LinkSearch(SimdLevel simd = SimdLevel::best) : bands_(simd) {}

  /// Appends the links, ordered by row_a then row_b, with strength 1 and age 0. With `op.once`, end
  /// a is the one with the lower id (then row).
  void run(const LinkKnnOp& op, const TrackView& tracks, std::vector<Link>& links);

 private:
  LinkPoints points_;
  LinkBands bands_;
  FaissSearch faiss_;
  Neighbours found_;
  LinkPairs pairs_;
};

}  // namespace overlace

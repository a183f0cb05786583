// SPDX-License-Identifier: Apache-2.0
// Selects the links of one frame: the k nearest of every point, then the rules about pairs.
#pragma once

#include "gpu/cpu/link_faiss.h"
#include "gpu/cpu/link_points.h"
#include "gpu/cpu/link_strips.h"

namespace overlace {

/// Finds the links of a frame from its boxes alone, without any memory of other frames. Exact, ties
/// by id then row, the same for every back-end and thread count. Keeps its buffers from frame to
/// frame.
class LinkSearch {
 public:
  /// Appends the links, ordered by row_a then row_b, with strength 1 and age 0. An end a is the one
  /// with the lower id (then row) when `op.once`.
  void run(const LinkKnnOp& op, const TrackView& tracks, std::vector<Link>& links);

 private:
  /// An unordered pair of ranks, low < high, and which of the two chose the other.
  struct Pair {
    std::uint32_t low, high;
    float d2;
    bool low_chose, high_chose;
    bool kept = true;
  };
  /// Ranks of the ends of one link.
  struct Ends {
    std::uint32_t a, b;
  };
  void collect_pairs(const LinkKnnOp& op);
  void cap_degree(std::int32_t max_degree);
  template <class Key>
  void sort_by(Key key);
  void append_links(const LinkKnnOp& op, std::vector<Link>& links);

  LinkPoints points_;
  LinkStrips strips_;
  FaissSearch faiss_;
  Neighbours found_;
  std::vector<Pair> pairs_;
  std::vector<Ends> ends_;
  std::vector<SortItem> order_, scratch_;
  std::vector<std::int32_t> degree_;
};

}  // namespace overlace

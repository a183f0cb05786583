// SPDX-License-Identifier: Apache-2.0
// From neighbours to links: mutual choice, one line per pair, a cap on links per point.
#pragma once

#include <span>
#include <vector>

#include "gpu/host/link_points.h"
#include "gpu/host/radix_sort.h"
#include "graph/data/links.h"

namespace overlace {

/// Applies the rules about pairs to the neighbours of all points, in linear time. Keeps its memory
/// from frame to frame.
class LinkPairs {
 public:
  /// Appends the links, ordered by row_a then row_b.
  void append(const LinkKnnOp& op, const LinkPoints& points, const Neighbours& found,
              std::vector<Link>& links);

 private:
  /// Ranks of the ends of one link.
  struct Edge {
    std::uint32_t a, b;
  };
  /// An unordered pair of ranks, low < high, and which of the two chose the other.
  struct Pair {
    std::uint32_t low, high;
    float d2;
    bool low_chose, high_chose;
  };
  /// Points, neighbours and rules of the call.
  struct Job {
    const LinkKnnOp& op;
    const LinkPoints& points;
    const Neighbours& found;
  };

  void list_last(const Neighbours& found);
  [[nodiscard]] bool returned(std::uint32_t rank, std::uint64_t key) const;
  void collect_unreturned(const Job& job);
  void collect_pairs(const Job& job);
  void cap_degree(const Job& job);
  template <class Key>
  void sort_by(Key key, unsigned bits);
  void group_edges(std::uint32_t points, std::uint32_t k);
  void order_rows(const LinkPoints& points);
  void append_links(const Job& job, bool choices, std::vector<Link>& links);
  std::span<const std::uint32_t> list_ends(const Job& job, std::uint32_t rank, bool choices);
  std::uint32_t* list_choices(const Job& job, std::uint32_t rank, std::uint32_t* end) const;

  std::vector<std::uint64_t> last_;  ///< key of each point's last neighbour
  std::vector<Edge> edges_;          ///< links that do not come from the list of their end a
  std::size_t edge_count_ = 0;
  std::vector<std::uint32_t> edge_begin_, edge_end_;  ///< of each rank, into edge_b_
  std::vector<std::uint32_t> edge_b_;
  std::vector<std::uint32_t> by_row_, place_of_;  ///< ranks in order of rows, and the inverse
  bool rows_in_order_ = true;                     ///< both are the identity, and left empty
  bool rows_in_sequence_ = true;                  ///< a row is first_row_ + the rank
  std::uint32_t first_row_ = 0;
  std::vector<std::uint32_t> ends_;  ///< of one point, as places in order of rows
  std::vector<Pair> pairs_;
  std::vector<SortItem> order_, scratch_;
  std::vector<std::int32_t> degree_;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Links in row order, without a sort where the neighbour lists already give it.
#include "gpu/host/link_pairs.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "gpu/kernels/knn.h"

namespace overlace {
namespace {

constexpr std::uint32_t few_ends = 16;    ///< sorted without branches
constexpr std::uint32_t usual_edges = 4;  ///< copied at once, which is faster than counting

/// Sorts up to Count numbers, a power of two; the array must have room for as many after them. By
/// Batcher's odd-even mergesort (Knuth, "The Art of Computer Programming", 5.2.2, algorithm M),
/// without branches: a processor cannot predict where a number belongs.
template <std::uint32_t Count>
void sort_network(std::uint32_t* numbers, std::size_t count) {
  std::fill_n(numbers + count, Count, no_row);
#pragma GCC unroll 8
  for (std::uint32_t p = Count / 2; p > 0; p /= 2) {
#pragma GCC unroll 8
    for (std::uint32_t q = Count / 2, r = 0, d = p; d > 0; d = q - p, q /= 2, r = p) {
#pragma GCC unroll 16
      for (std::uint32_t i = 0; i + d < Count; ++i) {
        if ((i & p) != r) continue;
        const std::uint32_t a = numbers[i], b = numbers[i + d];
        const std::uint32_t swap = (a ^ b) & (0U - static_cast<std::uint32_t>(b < a));
        numbers[i] = a ^ swap;
        numbers[i + d] = b ^ swap;
      }
    }
  }
}

/// The array must have room for few_ends more after the numbers.
void sort_ends(std::uint32_t* numbers, std::size_t count) {
  if (count <= 4) {
    sort_network<4>(numbers, count);
  } else if (count <= 8) {
    sort_network<8>(numbers, count);
  } else if (count <= few_ends) {
    sort_network<few_ends>(numbers, count);
  } else {
    std::sort(numbers, numbers + count);
  }
}

}  // namespace

void LinkPairs::append(const LinkKnnOp& op, const LinkPoints& points, const Neighbours& found,
                       std::vector<Link>& links) {
  const Job job{op, points, found};
  edge_count_ = 0;
  if (op.mutual || op.once || op.max_degree > 0) list_last(found);
  if (op.max_degree > 0) {
    collect_pairs(job);
    cap_degree(job);
  } else if (op.once && !op.mutual) {
    collect_unreturned(job);
  }
  group_edges(points.size(), found.k);
  order_rows(points);
  append_links(job, op.max_degree <= 0, links);
}

void LinkPairs::list_last(const Neighbours& found) {
  last_.resize(found.keys.size() / found.k);
  for (std::size_t i = 0; i < last_.size(); ++i) last_[i] = found.keys[(i + 1) * found.k - 1];
}

/// Whether the neighbour of `key` chose `rank`, too: since distances and rules are symmetric, it
/// did if `rank` comes no later than the last one that it chose.
bool LinkPairs::returned(std::uint32_t rank, std::uint64_t key) const {
  return neighbour_key(key_distance(key), rank) <= last_[key_rank(key)];
}

/// Choices of a lower rank that it did not return; all other links are in the lower rank's list.
void LinkPairs::collect_unreturned(const Job& job) {
  const std::uint32_t k = job.found.k;
  for (std::uint32_t i = 0; i < job.points.size(); ++i) {
    if (edges_.size() < edge_count_ + k) edges_.resize(2 * (edge_count_ + k));
    const std::uint64_t* keys = job.found.keys.data() + std::size_t{i} * k;
    for (std::uint32_t n = 0; n < k; ++n) {  // branch-free: outcomes look random
      const std::uint32_t j = key_rank(keys[n]), lower = std::min(i, j);
      edges_[edge_count_] = {j, i};
      edge_count_ += static_cast<std::size_t>(
          (j < i) & (neighbour_key(key_distance(keys[n]), i) > last_[lower]));
    }
  }
}

/// Each pair once, from the list of its lower end, or of its higher end if only that one chose.
void LinkPairs::collect_pairs(const Job& job) {
  pairs_.clear();
  for (std::uint32_t i = 0; i < job.points.size(); ++i) {
    for (const std::uint64_t key : job.found.of(i)) {
      const std::uint32_t j = key_rank(key);
      const bool back = returned(i, key);
      if (job.op.mutual && !back) continue;
      if (i < j) {
        pairs_.push_back({i, j, key_distance(key), true, back});
      } else if (!back) {
        pairs_.push_back({j, i, key_distance(key), false, true});
      }
    }
  }
}

/// Shortest first: a pair stays if both of its ends still have links to spare.
void LinkPairs::cap_degree(const Job& job) {
  const auto rank_bits = static_cast<unsigned>(std::bit_width(job.points.size()));
  order_.resize(pairs_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i].value = i;
  sort_by([](const Pair& pair) { return pair.high; }, rank_bits);
  sort_by([](const Pair& pair) { return pair.low; }, rank_bits);
  sort_by([](const Pair& pair) { return std::bit_cast<std::uint32_t>(pair.d2); }, 32);

  degree_.assign(job.points.size(), 0);
  edges_.resize(std::max(edges_.size(), 2 * pairs_.size()));
  for (const SortItem& item : order_) {
    const Pair& pair = pairs_[item.value];
    if (std::max(degree_[pair.low], degree_[pair.high]) >= job.op.max_degree) continue;
    ++degree_[pair.low];
    ++degree_[pair.high];
    if (job.op.once || pair.low_chose) edges_[edge_count_++] = {pair.low, pair.high};
    if (!job.op.once && pair.high_chose) edges_[edge_count_++] = {pair.high, pair.low};
  }
}

/// Stable, so that the last call decides first.
template <class Key>
void LinkPairs::sort_by(Key key, unsigned bits) {
  for (SortItem& item : order_) item.key = key(pairs_[item.value]);
  radix_sort(order_, scratch_, bits);
}

/// Groups the ends b of all edges by their end a.
void LinkPairs::group_edges(std::uint32_t points, std::uint32_t k) {
  edge_end_.assign(points, 0);
  for (std::size_t i = 0; i < edge_count_; ++i) ++edge_end_[edges_[i].a];
  edge_begin_.resize(points);
  std::uint32_t begin = 0, most = 0;
  for (std::uint32_t rank = 0; rank < points; ++rank) {
    edge_begin_[rank] = begin;
    most = std::max(most, edge_end_[rank]);
    begin += std::exchange(edge_end_[rank], begin);
  }
  edge_b_.resize(edge_count_ + usual_edges);
  ends_.resize(std::max<std::size_t>(ends_.size(), std::size_t{k} + most + few_ends));
  for (std::size_t i = 0; i < edge_count_; ++i) edge_b_[edge_end_[edges_[i].a]++] = edges_[i].b;
}

void LinkPairs::order_rows(const LinkPoints& points) {
  first_row_ = points.row[0];
  rows_in_order_ = std::is_sorted(points.row.begin(), points.row.end());
  rows_in_sequence_ = rows_in_order_ && points.row.back() - first_row_ == points.size() - 1;
  if (rows_in_order_) return;
  const std::uint32_t first = *std::min_element(points.row.begin(), points.row.end());
  const std::uint32_t last = *std::max_element(points.row.begin(), points.row.end());
  order_.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) order_[i] = {points.row[i] - first, i};
  radix_sort(order_, scratch_, static_cast<unsigned>(std::bit_width(last - first)));
  by_row_.resize(points.size());
  place_of_.resize(points.size());
  for (std::uint32_t place = 0; place < order_.size(); ++place) {
    by_row_[place] = order_[place].value;
    place_of_[order_[place].value] = place;
  }
}

/// `choices`: whether the lists of neighbours hold links, besides the edges.
void LinkPairs::append_links(const Job& job, bool choices, std::vector<Link>& links) {
  const LinkPoints& points = job.points;
  for (std::uint32_t place = 0; place < points.size(); ++place) {
    const std::uint32_t a = rows_in_order_ ? place : by_row_[place];
    const std::uint32_t row_a = points.row[a];
    const Vec2 at_a = points.position[a];
    for (const std::uint32_t end : list_ends(job, a, choices)) {
      const std::uint32_t b = rows_in_order_ ? end : by_row_[end];
      links.push_back({.row_a = row_a,
                       .row_b = rows_in_sequence_ ? first_row_ + b : points.row[b],
                       .a = at_a,
                       .b = points.position[b]});
    }
  }
}

/// The ends b of the links of a point, in order.
std::span<const std::uint32_t> LinkPairs::list_ends(const Job& job, std::uint32_t rank,
                                                    bool choices) {
  const std::uint32_t edges = edge_end_[rank] - edge_begin_[rank];
  const std::uint32_t* edge_b = edge_b_.data() + edge_begin_[rank];
  std::copy_n(edge_b, usual_edges, ends_.data());
  for (std::uint32_t i = usual_edges; i < edges; ++i) ends_[i] = edge_b[i];
  std::uint32_t* end = ends_.data() + edges;
  if (choices) end = list_choices(job, rank, end);
  const auto count = static_cast<std::size_t>(end - ends_.data());
  if (!rows_in_order_)
    for (std::size_t i = 0; i < count; ++i) ends_[i] = place_of_[ends_[i]];
  sort_ends(ends_.data(), count);
  return {ends_.data(), count};
}

/// Lists the points that a point's own choices link it to; returns the end of the list.
std::uint32_t* LinkPairs::list_choices(const Job& job, std::uint32_t rank,
                                       std::uint32_t* end) const {
  const std::uint32_t points = job.points.size(), first = job.op.once ? rank : 0;
  const std::uint64_t* keys = job.found.keys.data() + std::size_t{rank} * job.found.k;
  for (std::uint32_t n = 0; n < job.found.k; ++n) {  // branch-free: outcomes look random
    const std::uint32_t b = key_rank(keys[n]);
    bool linked = (b >= first) & (b < points);
    if (job.op.mutual) linked = linked && returned(rank, keys[n]);
    *end = b;
    end += linked ? 1 : 0;
  }
  return end;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// From neighbours to links: mutual choice, one line per pair, a cap on links per point.
#include "gpu/cpu/link_search.h"

#include <algorithm>

namespace overlace {
namespace {

bool chose(std::span<const std::uint64_t> neighbours, std::uint32_t rank) {
  return std::any_of(neighbours.begin(), neighbours.end(),
                     [rank](std::uint64_t key) { return key_rank(key) == rank; });
}

}  // namespace

void LinkSearch::run(const LinkKnnOp& op, const TrackView& tracks, std::vector<Link>& links) {
  points_.gather(tracks, op.anchor);
  if (points_.size() < 2 || op.k < 1) return;
  const std::uint32_t k = std::min(static_cast<std::uint32_t>(op.k), points_.size() - 1);
  if (op.backend == KnnBackend::faiss) {
    faiss_.search(points_, link_rule(op), k, found_);
  } else {
    strips_.search(points_, link_rule(op), k, found_);
  }
  collect_pairs(op);
  if (op.max_degree > 0) cap_degree(op.max_degree);
  append_links(op, links);
}

/// Each pair once, from the list of its lower end, or of its higher end if only that one chose.
void LinkSearch::collect_pairs(const LinkKnnOp& op) {
  pairs_.clear();
  for (std::uint32_t i = 0; i < points_.size(); ++i) {
    for (const std::uint64_t key : found_.of(i)) {
      const std::uint32_t j = key_rank(key);
      const bool returned = chose(found_.of(j), i);
      if (op.mutual && !returned) continue;
      if (i < j) {
        pairs_.push_back({i, j, key_distance(key), true, returned});
      } else if (!returned) {
        pairs_.push_back({j, i, key_distance(key), false, true});
      }
    }
  }
}

/// Shortest first, a pair stays while both of its ends have links to spare.
void LinkSearch::cap_degree(std::int32_t max_degree) {
  order_.resize(pairs_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i].value = i;
  sort_by([this](std::uint32_t i) { return pairs_[i].high; });
  sort_by([this](std::uint32_t i) { return pairs_[i].low; });
  sort_by([this](std::uint32_t i) { return sort_key(pairs_[i].d2); });

  degree_.assign(points_.size(), 0);
  for (const SortItem& item : order_) {
    Pair& pair = pairs_[item.value];
    pair.kept = degree_[pair.low] < max_degree && degree_[pair.high] < max_degree;
    degree_[pair.low] += pair.kept;
    degree_[pair.high] += pair.kept;
  }
}

void LinkSearch::append_links(const LinkKnnOp& op, std::vector<Link>& links) {
  ends_.clear();
  for (const Pair& pair : pairs_) {
    if (!pair.kept) continue;
    if (op.once || pair.low_chose) ends_.push_back({pair.low, pair.high});
    if (!op.once && pair.high_chose) ends_.push_back({pair.high, pair.low});
  }
  order_.resize(ends_.size());
  for (std::uint32_t i = 0; i < order_.size(); ++i) order_[i].value = i;
  sort_by([this](std::uint32_t i) { return points_.row[ends_[i].b]; });
  sort_by([this](std::uint32_t i) { return points_.row[ends_[i].a]; });
  for (const SortItem& item : order_) {
    const auto [a, b] = ends_[item.value];
    links.push_back({.row_a = points_.row[a],
                     .row_b = points_.row[b],
                     .a = points_.position[a],
                     .b = points_.position[b]});
  }
}

/// Stable, so that the last call decides first.
template <class Key>
void LinkSearch::sort_by(Key key) {
  for (SortItem& item : order_) item.key = key(item.value);
  radix_sort(order_, scratch_);
}

}  // namespace overlace

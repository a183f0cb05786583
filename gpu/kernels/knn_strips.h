// SPDX-License-Identifier: Apache-2.0
// The exact search for one point's neighbours on a grid of strips.
#pragma once

#include "gpu/kernels/knn.h"

namespace overlace {

/// Points cut by x into strips of equal count, each sorted by y. Arrays of points are in that
/// order.
struct StripsView {
  const float* x = nullptr;
  const float* y = nullptr;
  const std::uint32_t* rank = nullptr;
  const std::int32_t* class_index = nullptr;  ///< by rank
  const float* left = nullptr;                ///< smallest x of each strip
  const float* right = nullptr;               ///< largest x of each strip
  std::uint32_t points = 0;
  std::uint32_t strips = 0;
  std::uint32_t strip_size = 1;  ///< points per strip; the last may have fewer

  [[nodiscard]] OVL_FN std::uint32_t begin_of(std::uint32_t strip) const {
    return strip * strip_size;
  }
  [[nodiscard]] OVL_FN std::uint32_t end_of(std::uint32_t strip) const {
    const std::uint32_t end = (strip + 1) * strip_size;
    return end < points ? end : points;
  }
};

/// The search for the neighbours of one point. `reach` is the squared distance beyond which nothing
/// can be taken any more: of the k-th neighbour, once there are k.
struct StripSearch {
  const StripsView& strips;
  const LinkRule& rule;
  Vec2 at;
  std::int32_t class_index;
  std::uint32_t k;
  std::uint64_t* keys;
  float reach;

  OVL_FN void offer(std::uint32_t i) {
    const float d2 = squared_distance(at, {strips.x[i], strips.y[i]});
    const std::uint32_t rank = strips.rank[i];
    const std::uint64_t key = neighbour_key(d2, rank);
    if (key >= keys[k - 1] || d2 < rule.min_d2) return;
    if (!classes_match(rule.classes, class_index, strips.class_index[rank])) return;
    insert_neighbour(keys, k, key);
    reach = key_distance(keys[k - 1]);
  }
  /// True for points that are too far above or below, and so is everything behind them.
  [[nodiscard]] OVL_FN bool beyond(std::uint32_t i) const {
    const float dy = strips.y[i] - at.y;
    return dy * dy > reach || max(dy, -dy) > rule.max_dy;
  }
  OVL_FN void scan_down(std::uint32_t from, std::uint32_t end) {
    for (std::uint32_t i = from; i < end && !beyond(i); ++i) offer(i);
  }
  OVL_FN void scan_up(std::uint32_t from, std::uint32_t begin) {
    for (std::uint32_t i = from; i > begin && !beyond(i - 1); --i) offer(i - 1);
  }
  /// Scans a strip both ways from where `at` would lie in it; found without branches, which a
  /// processor could not predict.
  OVL_FN void scan(std::uint32_t strip) {
    std::uint32_t from = strips.begin_of(strip);
    std::uint32_t length = strips.end_of(strip) - from;
    while (length > 1) {
      const std::uint32_t half = length / 2;
      from += half * static_cast<std::uint32_t>(strips.y[from + half - 1] < at.y);
      length -= half;
    }
    from += static_cast<std::uint32_t>(strips.y[from] < at.y);
    scan_down(from, strips.end_of(strip));
    scan_up(from, strips.begin_of(strip));
  }
};

/// Fills `keys` with the k nearest admissible neighbours of point `i`, which lies in `strip`.
/// Precondition: k >= 1, and all k places hold no_neighbour(rule).
OVL_FN void search_strips(const StripsView& strips, const LinkRule& rule, std::uint32_t strip,
                          std::uint32_t i, std::uint32_t k, std::uint64_t* keys) {
  StripSearch search{.strips = strips,
                     .rule = rule,
                     .at = {strips.x[i], strips.y[i]},
                     .class_index = strips.class_index[strips.rank[i]],
                     .k = k,
                     .keys = keys,
                     .reach = rule.max_d2};
  search.scan_down(i + 1, strips.end_of(strip));
  search.scan_up(i, strips.begin_of(strip));
  for (std::uint32_t s = strip + 1; s < strips.strips; ++s) {
    const float gap = strips.left[s] - search.at.x;
    if (gap * gap > search.reach) break;
    search.scan(s);
  }
  for (std::uint32_t s = strip; s > 0; --s) {
    const float gap = search.at.x - strips.right[s - 1];
    if (gap * gap > search.reach) break;
    search.scan(s - 1);
  }
}

}  // namespace overlace

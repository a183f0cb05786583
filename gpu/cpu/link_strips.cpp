// SPDX-License-Identifier: Apache-2.0
// Building the strips and searching them.
#include "gpu/cpu/link_strips.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

/// Points below which a frame is searched by one thread: waking another would take longer.
constexpr std::uint32_t parallel_points = 2000;

/// First of [begin, end) that is not above `y` on screen; without branches, which would be
/// mispredicted.
std::uint32_t lower_bound(const float* sorted, std::uint32_t begin, std::uint32_t end, float y) {
  std::uint32_t length = end - begin;
  while (length > 1) {
    const std::uint32_t half = length / 2;
    begin += half * static_cast<std::uint32_t>(sorted[begin + half - 1] < y);
    length -= half;
  }
  return begin + static_cast<std::uint32_t>(length == 1 && sorted[begin] < y);
}

/// One query against the strips.
struct Query {
  const float* x;
  const float* y;
  const std::uint32_t* rank;
  const LinkPoints& points;
  const LinkRule& rule;
  Vec2 at;
  std::uint32_t self;
  std::uint32_t k;
  std::uint64_t* keys;
  float reach;  ///< squared distance beyond which nothing can be taken any more

  void offer(std::uint32_t i) {
    const float d2 = squared_distance(at, {x[i], y[i]});
    const std::uint64_t key = neighbour_key(d2, rank[i]);
    if (key >= keys[k - 1] || d2 < rule.min_d2) return;
    if (!classes_match(rule.classes, points.class_index[self], points.class_index[rank[i]])) return;
    insert_neighbour(keys, k, key);
    reach = key_distance(keys[k - 1]);
  }
  [[nodiscard]] bool beyond(std::uint32_t i) const {
    const float dy = y[i] - at.y;
    return dy * dy > reach || max(dy, -dy) > rule.max_dy;
  }
  void scan_down(std::uint32_t from, std::uint32_t end) {
    for (std::uint32_t i = from; i < end && !beyond(i); ++i) offer(i);
  }
  void scan_up(std::uint32_t from, std::uint32_t begin) {
    for (std::uint32_t i = from; i > begin && !beyond(i - 1); --i) offer(i - 1);
  }
  void scan(std::uint32_t begin, std::uint32_t end) {
    const std::uint32_t from = lower_bound(y, begin, end, at.y);
    scan_down(from, end);
    scan_up(from, begin);
  }
};

}  // namespace

void LinkStrips::sort_axes(const LinkPoints& points) {
  by_x_.resize(points.size());
  by_y_.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i) {
    by_x_[i] = {sort_key(points.position[i].x), i};
    by_y_[i] = {sort_key(points.position[i].y), i};
  }
  radix_sort(by_x_, scratch_);
  radix_sort(by_y_, scratch_);
}

void LinkStrips::build(const LinkPoints& points, std::uint32_t k) {
  const std::uint32_t n = points.size();
  sort_axes(points);
  // Strips as wide as the usual distance to the k-th neighbour would be if points were spread
  // evenly over the middle four fifths of their extent: outliers do not count.
  const auto spread = [n](const std::vector<SortItem>& sorted, auto coordinate) {
    return static_cast<double>(coordinate(sorted[n - 1 - n / 10].value)) -
           coordinate(sorted[n / 10].value);
  };
  const double width = spread(by_x_, [&](std::uint32_t i) { return points.position[i].x; });
  const double height = spread(by_y_, [&](std::uint32_t i) { return points.position[i].y; });
  const double aspect = height > 0 ? width / height : n;
  const double strips = std::clamp(std::sqrt(n * aspect / k), 1.0, static_cast<double>(n));
  strip_size_ = std::max(1U, static_cast<std::uint32_t>(n / strips));

  const std::uint32_t count = (n + strip_size_ - 1) / strip_size_;
  left_.resize(count);
  right_.resize(count);
  fill_.resize(count);
  strip_of_.resize(n);
  for (std::uint32_t s = 0; s < count; ++s) {
    const std::uint32_t begin = s * strip_size_, end = std::min(n, begin + strip_size_);
    fill_[s] = begin;
    left_[s] = points.position[by_x_[begin].value].x;
    right_[s] = points.position[by_x_[end - 1].value].x;
    for (std::uint32_t i = begin; i < end; ++i) strip_of_[by_x_[i].value] = s;
  }
  x_.resize(n);
  y_.resize(n);
  rank_.resize(n);
  for (const SortItem& item : by_y_) {
    const std::uint32_t to = fill_[strip_of_[item.value]]++;
    x_[to] = points.position[item.value].x;
    y_[to] = points.position[item.value].y;
    rank_[to] = item.value;
  }
}

void LinkStrips::search_strip(std::uint32_t strip, const LinkPoints& points, const LinkRule& rule,
                              Neighbours& found) const {
  const std::uint32_t n = points.size(), strips = static_cast<std::uint32_t>(left_.size());
  const auto begin_of = [&](std::uint32_t s) { return s * strip_size_; };
  const auto end_of = [&](std::uint32_t s) { return std::min(n, (s + 1) * strip_size_); };
  for (std::uint32_t i = begin_of(strip); i < end_of(strip); ++i) {
    const std::uint32_t self = rank_[i];
    Query query{x_.data(), y_.data(), rank_.data(),       points,     rule, {x_[i], y_[i]},
                self,      found.k,   found.places(self), rule.max_d2};
    query.scan_down(i + 1, end_of(strip));
    query.scan_up(i, begin_of(strip));
    for (std::uint32_t s = strip + 1; s < strips; ++s) {
      const float gap = left_[s] - query.at.x;
      if (gap * gap > query.reach) break;
      query.scan(begin_of(s), end_of(s));
    }
    for (std::uint32_t s = strip; s > 0; --s) {
      const float gap = query.at.x - right_[s - 1];
      if (gap * gap > query.reach) break;
      query.scan(begin_of(s - 1), end_of(s - 1));
    }
  }
}

void LinkStrips::search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k,
                        Neighbours& found) {
  found.reset(points.size(), k, no_neighbour(rule));
  if (points.size() == 0 || k == 0) return;
  build(points, k);
  const auto strips = static_cast<std::uint32_t>(left_.size());
  if (points.size() < parallel_points) {
    for (std::uint32_t s = 0; s < strips; ++s) search_strip(s, points, rule, found);
  } else {
    tbb::parallel_for(0U, strips, [&](std::uint32_t s) { search_strip(s, points, rule, found); });
  }
}

}  // namespace overlace

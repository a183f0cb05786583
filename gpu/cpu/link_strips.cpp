// SPDX-License-Identifier: Apache-2.0
// Cutting points into strips, and searching for all of them.
#include "gpu/cpu/link_strips.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

/// Points below which a frame is searched by one thread: waking another would take longer.
constexpr std::uint32_t parallel_points = 2000;

}  // namespace

void LinkStrips::search(const LinkPoints& points, const LinkRule& rule, std::uint32_t k,
                        Neighbours& found) {
  found.reset(points.size(), k, no_neighbour(rule));
  if (points.size() == 0 || k == 0) return;
  sort_axes(points);
  strip_size_ = choose_strip_size(points, k);
  cut(points);

  const StripsView strips = view(points);
  const auto search_strip = [&](std::uint32_t strip) {
    for (std::uint32_t i = strips.begin_of(strip); i < strips.end_of(strip); ++i)
      search_strips(strips, rule, strip, i, k, found.places(rank_[i]));
  };
  if (points.size() < parallel_points) {
    for (std::uint32_t strip = 0; strip < strips.strips; ++strip) search_strip(strip);
  } else {
    tbb::parallel_for(0U, strips.strips, search_strip);
  }
}

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

/// Strips as wide as the distance to the k-th neighbour would be if points lay evenly over the
/// middle four fifths of their extent; outliers do not count. Any width gives the same neighbours.
std::uint32_t LinkStrips::choose_strip_size(const LinkPoints& points, std::uint32_t k) const {
  const std::uint32_t n = points.size(), low = n / 10, high = n - 1 - n / 10;
  const double width =
      double{points.position[by_x_[high].value].x} - points.position[by_x_[low].value].x;
  const double height =
      double{points.position[by_y_[high].value].y} - points.position[by_y_[low].value].y;
  const double aspect = height > 0 ? width / height : n;
  const double strips = std::clamp(std::sqrt(n * aspect / k), 1.0, static_cast<double>(n));
  return std::max(1U, static_cast<std::uint32_t>(n / strips));
}

void LinkStrips::cut(const LinkPoints& points) {
  const std::uint32_t n = points.size();
  const std::uint32_t strips = (n + strip_size_ - 1) / strip_size_;
  left_.resize(strips);
  right_.resize(strips);
  fill_.resize(strips);
  strip_of_.resize(n);
  for (std::uint32_t s = 0; s < strips; ++s) {
    const std::uint32_t begin = s * strip_size_, end = std::min(n, begin + strip_size_);
    fill_[s] = begin;
    left_[s] = points.position[by_x_[begin].value].x;
    right_[s] = points.position[by_x_[end - 1].value].x;
    for (std::uint32_t i = begin; i < end; ++i) strip_of_[by_x_[i].value] = s;
  }
  x_.resize(n);
  y_.resize(n);
  rank_.resize(n);
  for (const SortItem& item : by_y_) {  // from top to bottom, so that each strip fills in order
    const std::uint32_t place = fill_[strip_of_[item.value]]++;
    x_[place] = points.position[item.value].x;
    y_[place] = points.position[item.value].y;
    rank_[place] = item.value;
  }
}

StripsView LinkStrips::view(const LinkPoints& points) const {
  return {.x = x_.data(),
          .y = y_.data(),
          .rank = rank_.data(),
          .class_index = points.class_index.data(),
          .left = left_.data(),
          .right = right_.data(),
          .points = points.size(),
          .strips = static_cast<std::uint32_t>(left_.size()),
          .strip_size = strip_size_};
}

}  // namespace overlace

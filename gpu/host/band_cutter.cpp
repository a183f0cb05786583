// SPDX-License-Identifier: Apache-2.0
// Counting sorts over parts of the axes where points are spread evenly enough, full sorts
// elsewhere.
#include "gpu/host/band_cutter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <utility>

namespace overlace {
namespace {

/// Parts of an axis: several per band, but few enough for their counts to fit the L1 cache.
std::uint32_t part_count(std::uint32_t points) {
  return points < 4096 ? 256 : 4096;
}

}  // namespace

BandsView BandCutter::cut(const LinkPoints& points, std::uint32_t k, bool classes) {
  const Bounds bounds = bounds_of(points);
  const std::uint32_t parts = part_count(points.size());
  const Scale y = make_scale(bounds.low.y, bounds.high.y, parts);
  const std::uint32_t band_size =
      choose_band_size(points, make_scale(bounds.low.x, bounds.high.x, parts), y, k);
  if (!assign_by_parts(points, y, band_size)) assign_by_order(points, band_size);
  sort_by_place(points, bounds);
  lay_out(points, classes);
  return {.x = x_.data(),
          .y = y_.data(),
          .rank = rank_.data(),
          .class_index = class_index_.data(),
          .begin = begin_.data(),
          .count = count_.data(),
          .top = top_.data(),
          .bottom = bottom_.data(),
          .bands = static_cast<std::uint32_t>(count_.size())};
}

BandCutter::Bounds BandCutter::bounds_of(const LinkPoints& points) {
  Bounds bounds{points.position[0], points.position[0]};
  for (const Vec2 p : points.position) {
    bounds.low = {min(bounds.low.x, p.x), min(bounds.low.y, p.y)};
    bounds.high = {max(bounds.high.x, p.x), max(bounds.high.y, p.y)};
  }
  return bounds;
}

BandCutter::Scale BandCutter::make_scale(float low, float high, std::uint32_t parts) {
  const double extent = double{high} - low;
  return {low, extent > 0 ? (parts - 0.5) / extent : 0};
}

/// The extent of the middle four fifths of the points, in parts of the axis, so that outliers do
/// not count.
double BandCutter::spread(const LinkPoints& points, const Scale& scale, float Vec2::*axis) {
  const std::uint32_t n = points.size(), parts = part_count(n);
  parts_.assign(parts, 0);
  for (const Vec2& p : points.position) ++parts_[scale.part_of(p.*axis)];
  const std::uint32_t outside = n / 10;
  std::uint32_t low = 0, high = parts - 1, below = parts_[0], above = parts_[high];
  while (below <= outside) below += parts_[++low];
  while (above <= outside) above += parts_[--high];
  return high - low;
}

/// Bands as high as the distance to the k-th neighbour would be if points were spread evenly over
/// their extent. Any height gives the same neighbours. Leaves the counts of y's parts in parts_.
std::uint32_t BandCutter::choose_band_size(const LinkPoints& points, const Scale& x, const Scale& y,
                                           std::uint32_t k) {
  const std::uint32_t n = points.size();
  const double width = x.per_unit > 0 ? (spread(points, x, &Vec2::x) + 1) / x.per_unit : 0;
  const double height = y.per_unit > 0 ? (spread(points, y, &Vec2::y) + 1) / y.per_unit : 0;
  const double aspect = width > 0 ? height / width : n;
  const double bands = std::clamp(std::sqrt(n * aspect / k), 1.0, std::max(1.0, n / 16.0));
  return static_cast<std::uint32_t>(n / bands);
}

/// Makes bands of whole parts of y. False if a part holds too many points for a band.
bool BandCutter::assign_by_parts(const LinkPoints& points, const Scale& y,
                                 std::uint32_t band_size) {
  count_.clear();
  if (y.per_unit <= 0) {  // all on a line
    count_.push_back(points.size());
    band_of_.assign(points.size(), 0);
    return true;
  }
  std::uint32_t filled = 0;
  for (std::uint32_t& part : parts_) {
    if (part > 2 * band_size) return false;
    filled += part;
    part = static_cast<std::uint32_t>(count_.size());
    if (filled < band_size) continue;
    count_.push_back(std::exchange(filled, 0));
  }
  if (filled > 0) count_.push_back(filled);
  band_of_.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i)
    band_of_[i] = parts_[y.part_of(points.position[i].y)];
  return true;
}

/// Makes bands by sorting. Points with equal y stay in one band: their order along x is worth more.
void BandCutter::assign_by_order(const LinkPoints& points, std::uint32_t band_size) {
  const std::uint32_t n = points.size();
  items_.resize(n);
  for (std::uint32_t i = 0; i < n; ++i) items_[i] = {sort_key(points.position[i].y), i};
  radix_sort(items_, scratch_);
  count_.clear();
  band_of_.resize(n);
  std::uint32_t filled = 0;
  for (std::uint32_t i = 0; i < n; ++i) {
    if (filled >= band_size && items_[i].key != items_[i - 1].key)
      count_.push_back(std::exchange(filled, 0));
    band_of_[items_[i].value] = static_cast<std::uint32_t>(count_.size());
    ++filled;
  }
  count_.push_back(filled);
}

/// Lists the points band by band, each sorted by x as finely as a few parts per point can tell.
void BandCutter::sort_by_place(const LinkPoints& points, const Bounds& bounds) {
  const auto band_bits = static_cast<unsigned>(std::bit_width(count_.size() - 1));
  const unsigned bits = std::min(static_cast<unsigned>(std::bit_width(points.size())) + 3, 22U);
  const unsigned x_bits = bits > band_bits ? bits - band_bits : 1;
  const Scale x = make_scale(bounds.low.x, bounds.high.x, 1U << x_bits);
  items_.resize(points.size());
  for (std::uint32_t i = 0; i < points.size(); ++i)
    items_[i] = {(band_of_[i] << x_bits) | x.part_of(points.position[i].x), i};
  radix_sort(items_, scratch_, band_bits + x_bits);
}

void BandCutter::lay_out(const LinkPoints& points, bool classes) {
  const std::size_t bands = count_.size();
  begin_.resize(bands + 1);
  top_.resize(bands);
  bottom_.resize(bands);
  std::uint32_t places = 0;
  for (std::size_t s = 0; s < bands; ++s) {
    begin_[s] = places;
    places += (count_[s] + band_alignment - 1) / band_alignment * band_alignment;
  }
  begin_[bands] = places;
  x_.resize(places);
  y_.resize(places);
  rank_.resize(places);
  const SortItem* items = items_.data();
  for (std::uint32_t s = 0; s < bands; ++s) {
    fill_band(points, s, items);
    items += count_[s];
  }
  if (!classes) return;
  class_index_.resize(places);
  for (std::uint32_t i = 0; i < places; ++i)
    class_index_[i] = rank_[i] == no_row ? 0 : points.class_index[rank_[i]];
}

/// Puts a band's points in their places, followed by sentinels.
void BandCutter::fill_band(const LinkPoints& points, std::uint32_t band, const SortItem* items) {
  const std::uint32_t begin = begin_[band], end = begin + count_[band];
  if (!insert_points(points, begin, end, items)) sort_points(points, begin, end, items);
  float top = std::numeric_limits<float>::infinity(), bottom = -top;
  for (std::uint32_t i = begin; i < end; ++i) {
    top = min(top, y_[i]);
    bottom = max(bottom, y_[i]);
  }
  top_[band] = top;
  bottom_[band] = bottom;
  for (std::uint32_t i = end; i < begin_[band + 1]; ++i) {
    x_[i] = std::numeric_limits<float>::infinity();
    y_[i] = top;
    rank_[i] = no_row;
  }
}

/// Sorts by insertion, for points that are almost sorted. False if they turn out not to be.
bool BandCutter::insert_points(const LinkPoints& points, std::uint32_t begin, std::uint32_t end,
                               const SortItem* items) {
  std::uint32_t moves = 8 + 2 * (end - begin);
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t rank = items[i - begin].value;
    const Vec2 p = points.position[rank];
    std::uint32_t at = i;
    for (; at > begin && x_[at - 1] > p.x; --at, --moves) {
      if (moves == 0) return false;
      x_[at] = x_[at - 1];
      y_[at] = y_[at - 1];
      rank_[at] = rank_[at - 1];
    }
    x_[at] = p.x;
    y_[at] = p.y;
    rank_[at] = rank;
  }
  return true;
}

void BandCutter::sort_points(const LinkPoints& points, std::uint32_t begin, std::uint32_t end,
                             const SortItem* items) {
  band_items_.assign(items, items + (end - begin));
  for (SortItem& item : band_items_) item.key = sort_key(points.position[item.value].x);
  radix_sort(band_items_, scratch_);
  for (std::uint32_t i = begin; i < end; ++i) {
    const std::uint32_t rank = band_items_[i - begin].value;
    x_[i] = points.position[rank].x;
    y_[i] = points.position[rank].y;
    rank_[i] = rank;
  }
}

}  // namespace overlace

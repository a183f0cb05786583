// SPDX-License-Identifier: Apache-2.0
// Masks as runs down the columns of a grid, as in COCO.
#include "tracking/mask_overlap.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

/// The first pixel, of `count` in a row, whose centre is at or after a position.
std::int64_t first_at(double place, int count) {
  return static_cast<std::int64_t>(std::clamp(std::ceil(place - 0.5), 0.0, double(count)));
}

/// Where a column's centre line crosses the rings, in grid pixels.
std::vector<double> crossings(std::span<const OutlinePoint> points, double x, Vec2 scale) {
  std::vector<double> places;
  for (std::size_t first = 0; first < points.size();) {
    std::size_t end = first;
    while (end < points.size() && points[end].ring == points[first].ring) ++end;
    for (std::size_t i = first; i < end; ++i) {
      const Vec2 a = points[i].at, b = points[i + 1 < end ? i + 1 : first].at;
      const double ax = double{a.x} * scale.x, bx = double{b.x} * scale.x;
      if ((ax <= x) == (bx <= x)) continue;
      const double t = (x - ax) / (bx - ax);
      places.push_back((double{a.y} + t * (double{b.y} - double{a.y})) * scale.y);
    }
    first = end;
  }
  std::ranges::sort(places);
  return places;
}

Vec2 scale_of(Size grid, Size picture) {
  return {static_cast<float>(grid.width) / static_cast<float>(picture.width),
          static_cast<float>(grid.height) / static_cast<float>(picture.height)};
}

}  // namespace

GridMask::GridMask(const TrackTable& table, std::uint32_t row, Size grid, Size picture) {
  const auto runs = table.mask_runs.of(row);
  const auto outline = table.outlines.of(row);
  if (!runs.empty())
    take_runs(runs, table.mask_size[row], grid);
  else if (!outline.empty())
    take_outline(outline, grid, picture);
  else
    take_box(table.box[row], grid, picture);
}

void GridMask::add(std::int64_t begin, std::int64_t end) {
  if (end <= begin) return;
  area_ += end - begin;
  if (!runs_.empty() && runs_.back().end == begin)
    runs_.back().end = end;
  else
    runs_.push_back({begin, end});
}

void GridMask::take_runs(std::span<const std::uint32_t> runs, Size from, Size grid) {
  std::vector<std::int64_t> ends;  // of the runs, alternately outside and inside
  std::int64_t at = 0;
  for (const std::uint32_t run : runs) ends.push_back(at += run);
  if (from == grid) {
    for (std::size_t i = 1; i < ends.size(); i += 2) add(ends[i - 1], ends[i]);
    return;
  }
  const auto source = [](int index, int count, int of) {
    return std::int64_t{2 * index + 1} * of / (2 * std::int64_t{count});
  };
  for (int x = 0; x < grid.width; ++x) {
    const std::int64_t column = source(x, grid.width, from.width) * from.height;
    for (int y = 0; y < grid.height; ++y) {
      const auto run = std::ranges::upper_bound(ends, column + source(y, grid.height, from.height));
      const bool inside = run != ends.end() && (run - ends.begin()) % 2 == 1;
      const std::int64_t pixel = std::int64_t{x} * grid.height + y;
      if (inside) add(pixel, pixel + 1);
    }
  }
}

void GridMask::take_outline(std::span<const OutlinePoint> points, Size grid, Size picture) {
  const Vec2 scale = scale_of(grid, picture);
  const auto [left, right] =
      std::ranges::minmax(points, {}, [](const OutlinePoint& point) { return point.at.x; });
  const std::int64_t end = first_at(double{right.at.x} * scale.x, grid.width);
  for (std::int64_t x = first_at(double{left.at.x} * scale.x, grid.width); x < end; ++x) {
    const std::vector<double> places = crossings(points, static_cast<double>(x) + 0.5, scale);
    for (std::size_t i = 0; i + 1 < places.size(); i += 2)
      add(x * grid.height + first_at(places[i], grid.height),
          x * grid.height + first_at(places[i + 1], grid.height));
  }
}

void GridMask::take_box(const Box& box, Size grid, Size picture) {
  const Vec2 scale = scale_of(grid, picture);
  const std::int64_t top = first_at(double{box.y} * scale.y, grid.height),
                     bottom = first_at((double{box.y} + box.height) * scale.y, grid.height);
  const std::int64_t end = first_at((double{box.x} + box.width) * scale.x, grid.width);
  for (std::int64_t x = first_at(double{box.x} * scale.x, grid.width); x < end; ++x)
    add(x * grid.height + top, x * grid.height + bottom);
}

double overlap(const GridMask& a, const GridMask& b) {
  std::int64_t shared = 0;
  for (auto i = a.runs_.begin(), j = b.runs_.begin(); i != a.runs_.end() && j != b.runs_.end();) {
    shared += std::max(std::int64_t{0}, std::min(i->end, j->end) - std::max(i->begin, j->begin));
    i->end < j->end ? static_cast<void>(++i) : static_cast<void>(++j);
  }
  const std::int64_t all = a.area_ + b.area_ - shared;
  return all > 0 ? static_cast<double>(shared) / static_cast<double>(all) : 0;
}

}  // namespace overlace

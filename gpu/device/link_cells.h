// SPDX-License-Identifier: Apache-2.0
// Sorting points into square cells.
#pragma once

#include "gpu/device/link_tables.h"
#include "gpu/device/thread_group.h"
#include "gpu/kernels/sort_key.h"

namespace overlace {

// A point's cell on an axis is cell_of(v) = trunc((v - origin) x scale), clamped to the axis. Each
// step rounds, but none decreases as v grows, so neither does the cell. A point of cell c or a
// later one therefore lies at v >= origin + c x size x (1 - 5u), u = 2^-24, and begin_of computes
// that with an error of less than 12u x (|origin| + extent), subnormal sizes included. The slack of
// 64u x (|origin| + extent) covers it, in end_of likewise. Differences of floats are monotonic,
// too, so v - begin_of(c) is an exact bound on the distance that the rules compute.

/// Points per cell, if they are spread evenly.
inline constexpr float points_per_cell = 2.5F;

OVL_FN std::uint32_t cell_of(const CellAxis& axis, float v) {
  return static_cast<std::uint32_t>(
      clamp((v - axis.origin) * axis.scale, 0, static_cast<float>(axis.cells - 1)));
}
OVL_FN std::uint32_t cell_of(const CellGrid& grid, Vec2 p) {
  return cell_of(grid.y, p.y) * grid.x.cells + cell_of(grid.x, p.x);
}
/// No point of this cell or a later one lies before this. Precondition: cell > 0.
OVL_FN float begin_of(const CellAxis& axis, std::int32_t cell) {
  return axis.origin + static_cast<float>(cell) * axis.size - axis.slack;
}
/// No point of this cell or an earlier one lies beyond this. Precondition: not the last cell.
OVL_FN float end_of(const CellAxis& axis, std::int32_t cell) {
  return axis.origin + static_cast<float>(cell + 1) * axis.size + axis.slack;
}

/// Cells of about `size` from `low` to `high`, at most `most`; a single one if they would be too
/// small or too large for floats.
OVL_FN CellAxis make_axis(float low, float high, float size, std::uint32_t most) {
  const float extent = high - low;
  const float last = clamp(extent / size, 0, static_cast<float>(most - 1));
  const std::uint32_t cells = static_cast<std::uint32_t>(last) + 1;
  const float scale = static_cast<float>(cells) / extent;
  if (!is_finite(scale)) return {};
  return {.origin = low,
          .scale = scale,
          .size = extent / static_cast<float>(cells),
          .slack = 0x1p-18F * (max(low, -low) + extent),
          .cells = cells};
}

/// A grid for `points` points. Cells are square, but no row or column has more of them than if all
/// points lay on a line.
OVL_FN CellGrid make_grid(const PointBounds& bounds, std::uint32_t points, std::uint32_t most) {
  const float left = -from_sort_key(bounds.left), right = from_sort_key(bounds.right);
  const float top = -from_sort_key(bounds.top), bottom = from_sort_key(bounds.bottom);
  const float width = right - left, height = bottom - top;
  const float share = points_per_cell / static_cast<float>(points);
  const float size = max(sqrt(width) * sqrt(height * share), max(width, height) * share);
  CellGrid grid;
  grid.x = make_axis(left, right, size, most);
  grid.y = make_axis(top, bottom, size, most / grid.x.cells);
  grid.cells = grid.x.cells * grid.y.cells;
  return grid;
}

OVL_FN PointBounds bounds_of(Vec2 point) {
  if (!is_finite(point)) return {};
  return {sort_key(point.x), sort_key(-point.x), sort_key(point.y), sort_key(-point.y)};
}
OVL_FN PointBounds join(const PointBounds& a, const PointBounds& b) {
  const auto larger = [](std::uint32_t m, std::uint32_t n) { return m > n ? m : n; };
  return {larger(a.right, b.right), larger(a.left, b.left), larger(a.bottom, b.bottom),
          larger(a.top, b.top)};
}
/// The union of all lanes' bounds.
template <class ThreadGroup, class Bounds>
OVL_FN PointBounds join_lanes(const ThreadGroup& threads, Bounds bounds) {
  for (int step = warp_size / 2; step > 0; step /= 2) {
    const auto other = threads.shuffle(bounds, [step](int lane) { return lane ^ step; });
    threads.each([&](int lane) { bounds[lane] = join(bounds[lane], other[lane]); });
  }
  return threads.broadcast(bounds, 0);
}

/// Finds the bounds of the points, in parts. One thread per point.
struct MeasurePoints {
  static constexpr int group_size = warp_size;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const std::uint32_t points = *tables.point_count;
    if (threads.index() * group_size >= points) return;
    auto bounds = threads.template make<PointBounds>();
    threads.each([&](int lane) {
      const std::uint32_t rank = threads.thread(lane);
      if (rank < points) bounds[lane] = bounds_of(tables.points.position[rank].at);
    });
    const PointBounds joined = join_lanes(threads, bounds);
    PointBounds& part = tables.bounds[threads.index() % bounds_parts];
    threads.each([&](int lane) {
      if (lane == 0) atomic_max(&part.right, joined.right);
      if (lane == 1) atomic_max(&part.left, joined.left);
      if (lane == 2) atomic_max(&part.bottom, joined.bottom);
      if (lane == 3) atomic_max(&part.top, joined.top);
    });
  }
};

/// Lays out the grid and counts the points of each cell. One thread per point.
struct CountCells {
  static constexpr int group_size = warp_size;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    static_assert(bounds_parts == group_size);
    const std::uint32_t points = *tables.point_count;
    if (threads.index() > 0 && threads.index() * group_size >= points) return;
    auto bounds = threads.template make<PointBounds>();
    threads.each([&](int lane) { bounds[lane] = tables.bounds[lane]; });
    const CellGrid grid = make_grid(join_lanes(threads, bounds), points, tables.cell_capacity);
    threads.each([&](int lane) {
      const std::uint32_t rank = threads.thread(lane);
      if (rank == 0) *tables.grid = grid;
      if (rank < points)
        atomic_add(tables.cell_points + cell_of(grid, tables.points.position[rank].at), 1);
    });
  }
};

/// Lists the points cell by cell, those of one cell in any order, and resets counts and bounds to
/// 0. One thread per point.
struct FillCells {
  static constexpr int group_size = warp_size;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const std::uint32_t points = *tables.point_count;
    threads.each([&](int lane) {
      const std::uint32_t rank = threads.thread(lane);
      if (rank < bounds_parts) tables.bounds[rank] = {};
      if (rank < points) fill(rank);
    });
  }

 private:
  OVL_FN void fill(std::uint32_t rank) const {
    const PointPosition point = tables.points.position[rank];
    const std::uint32_t cell = cell_of(*tables.grid, point.at);
    const std::uint32_t left = atomic_add(tables.cell_points + cell, ~0U) - 1;
    const std::uint32_t place = tables.cell_begin[cell] + left;
    tables.sorted.position[place] = point;
    tables.sorted.class_index[place] = tables.points.class_index[rank];
    tables.sorted.rank[place] = rank;
  }
};

}  // namespace overlace

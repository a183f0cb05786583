// SPDX-License-Identifier: Apache-2.0
// Nearest neighbours in cells, from a point outwards.
#pragma once

#include "gpu/device/link_cells.h"
#include "gpu/device/link_nearest.h"

namespace overlace {

/// Walks cells in square rings around a point, and passes runs of points to a list of neighbours. A
/// side of a ring is skipped if no point on or beyond it can be among the nearest; when all four
/// are, the walk ends. Points crowded into few cells cost as much as comparing all.
template <class Nearest>
class RingWalk {
 public:
  OVL_FN RingWalk(const LinkTables& tables, const LinkQuery& query, Nearest& nearest)
      : grid_(*tables.grid),
        cell_begin_(tables.cell_begin),
        query_(query),
        nearest_(nearest),
        column_(static_cast<std::int32_t>(cell_of(grid_.x, query.at.x))),
        row_(static_cast<std::int32_t>(cell_of(grid_.y, query.at.y))) {}

  OVL_FN void run() {
    scan(row_, column_, column_);
    std::int32_t ring = 1;
    while (scan_ring(ring)) ++ring;
  }

 private:
  /// False when all four sides were skipped.
  OVL_FN bool scan_ring(std::int32_t ring) {
    const bool left = matters(grid_.x, column_, column_ - ring, query_.at.x);
    const bool right = matters(grid_.x, column_, column_ + ring, query_.at.x);
    const bool above = matters_below_limit(row_ - ring), below = matters_below_limit(row_ + ring);
    if (above) scan(row_ - ring, column_ - ring, column_ + ring);
    if (below) scan(row_ + ring, column_ - ring, column_ + ring);
    if (left || right) {
      const std::int32_t first = at_least(row_ - ring + 1, 0);
      const std::int32_t last = at_most(row_ + ring - 1, grid_.y);
      for (std::int32_t row = first; row <= last; ++row) {
        if (left) scan(row, column_ - ring, column_ - ring);
        if (right) scan(row, column_ + ring, column_ + ring);
      }
    }
    return left || right || above || below;
  }
  /// Scans cells [from, to] of a row, as far as they exist.
  OVL_FN void scan(std::int32_t row, std::int32_t from, std::int32_t to) {
    const std::uint32_t first = static_cast<std::uint32_t>(row) * grid_.x.cells;
    const std::uint32_t* begin = cell_begin_ + first;
    nearest_.scan(begin[at_least(from, 0)], begin[at_most(to, grid_.x) + 1]);
  }

  OVL_FN static std::int32_t at_least(std::int32_t a, std::int32_t b) { return a > b ? a : b; }
  OVL_FN static std::int32_t at_most(std::int32_t cell, const CellAxis& axis) {
    const auto last = static_cast<std::int32_t>(axis.cells) - 1;
    return cell < last ? cell : last;
  }
  /// A lower bound on the distance along the axis to any point of the cell or beyond.
  OVL_FN static float gap(const CellAxis& axis, std::int32_t own, std::int32_t cell, float v) {
    return cell > own ? begin_of(axis, cell) - v : v - end_of(axis, cell);
  }
  /// False if there is no such cell, or nothing from there on is within reach.
  [[nodiscard]] OVL_FN bool matters(const CellAxis& axis, std::int32_t own, std::int32_t cell,
                                    float v) const {
    if (cell < 0 || cell >= static_cast<std::int32_t>(axis.cells)) return false;
    const float d = gap(axis, own, cell, v);
    return d <= 0 || d * d <= nearest_.reach();
  }
  [[nodiscard]] OVL_FN bool matters_below_limit(std::int32_t row) const {
    return matters(grid_.y, row_, row, query_.at.y) &&
           gap(grid_.y, row_, row, query_.at.y) <= query_.rule.max_dy;
  }

  const CellGrid& grid_;
  const std::uint32_t* cell_begin_;
  const LinkQuery& query_;
  Nearest& nearest_;
  std::int32_t column_, row_;
};

/// Finds the neighbours of the point at a place of the sorted list, and stores them by its rank.
/// Precondition: `nearest` is empty. Points that may not be linked get none.
template <class Nearest>
OVL_FN void search_rings(const LinkTables& tables, const LinkQuery& query, std::uint32_t k,
                         Nearest& nearest) {
  if (is_finite(query.at)) RingWalk<Nearest>(tables, query, nearest).run();
  nearest.store(tables.nearest + std::size_t{tables.sorted.rank[query.self]} * k);
}

/// Finds up to K neighbours of each point. One thread per point; points of a warp lie close
/// together, so that its threads walk mostly the same cells.
template <int K>
struct SearchByThread {
  static constexpr int group_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const std::uint32_t points = *tables.point_count, k = neighbours_wanted(*record);
    if (k == 0) return;
    threads.each([&](int lane) {
      const std::uint32_t place = threads.thread(lane);
      if (place >= points) return;
      const LinkQuery query(*record, tables.sorted, place);
      ThreadNearest<K> nearest(query, k);
      search_rings(tables, query, k, nearest);
    });
  }
};

/// Finds up to 32 x Words neighbours of each point. One warp per point.
template <int Words>
struct SearchByWarp {
  static constexpr int group_size = warp_size;
  const LinkRecord* record;
  LinkTables tables;

  template <class ThreadGroup>
  OVL_FN void operator()(ThreadGroup& threads) const {
    const std::uint32_t place = threads.index(), k = neighbours_wanted(*record);
    if (place >= *tables.point_count || k == 0) return;
    const LinkQuery query(*record, tables.sorted, place);
    WarpNearest<ThreadGroup, Words> nearest(threads, query, k);
    search_rings(tables, query, k, nearest);
  }
};

}  // namespace overlace

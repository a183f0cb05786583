// SPDX-License-Identifier: Apache-2.0
// Where the tables of a link step lie in a block of device memory.
#pragma once

#include "gpu/device/frame_memory.h"
#include "gpu/device/link_tables.h"

namespace overlace {

/// Offsets of the tables of one link step, made from its capacity alone.
class LinkLayout {
 public:
  explicit LinkLayout(const LinkCapacity& capacity) : capacity_(capacity) {
    const std::size_t points = capacity.points, pairs = points * capacity.k;
    links_ = layout_.add<Link>(pairs);
    count_ = layout_.add<std::uint32_t>(1);
    points_ = add_points(points);
    point_count_ = layout_.add<std::uint32_t>(1);
    nearest_ = layout_.add<std::uint64_t>(pairs);
    found_ = layout_.add<FoundLink>(pairs);
    row_links_ = layout_.add<std::uint32_t>(points);
    row_begin_ = layout_.add<std::uint32_t>(points + 1);
    pair_row_ = layout_.add<std::uint32_t>(pairs);
    pair_other_ = layout_.add<std::uint32_t>(pairs);
    arrived_ = layout_.add<std::uint32_t>(1);
    if (uses_cells(capacity)) add_cells(points);
  }

  [[nodiscard]] std::size_t bytes() const { return layout_.size(); }
  /// The tables in a block of bytes() at `base`; see LinkTables for its initial contents.
  [[nodiscard]] LinkTables tables(std::byte* base) const {
    LinkTables t;
    t.links = at<Link>(base, links_);
    t.count = at<std::uint32_t>(base, count_);
    t.points = list(base, points_);
    t.point_count = at<std::uint32_t>(base, point_count_);
    t.nearest = at<std::uint64_t>(base, nearest_);
    t.found = at<FoundLink>(base, found_);
    t.row_links = at<std::uint32_t>(base, row_links_);
    t.row_begin = at<std::uint32_t>(base, row_begin_);
    t.pair_row = at<std::uint32_t>(base, pair_row_);
    t.pair_other = at<std::uint32_t>(base, pair_other_);
    t.arrived = at<std::uint32_t>(base, arrived_);
    if (!uses_cells(capacity_)) return t;
    t.bounds = at<PointBounds>(base, bounds_);
    t.grid = at<CellGrid>(base, grid_);
    t.cell_capacity = cell_capacity_;
    t.cell_points = at<std::uint32_t>(base, cell_points_);
    t.cell_begin = at<std::uint32_t>(base, cell_begin_);
    t.sorted = list(base, sorted_);
    return t;
  }

 private:
  struct ListOffsets {
    std::size_t position = 0, class_index = 0, rank = 0;
  };

  template <class T>
  static T* at(std::byte* base, std::size_t offset) {
    return reinterpret_cast<T*>(base + offset);
  }
  static PointList list(std::byte* base, const ListOffsets& offsets) {
    return {.position = at<PointPosition>(base, offsets.position),
            .class_index = at<std::int32_t>(base, offsets.class_index),
            .rank = at<std::uint32_t>(base, offsets.rank)};
  }
  ListOffsets add_points(std::size_t points) {
    return {.position = layout_.add<PointPosition>(points),
            .class_index = layout_.add<std::int32_t>(points),
            .rank = layout_.add<std::uint32_t>(points)};
  }
  /// Evenly spread points take two cells for every five of them; a grid that is all edge has three
  /// times as many.
  void add_cells(std::size_t points) {
    cell_capacity_ = static_cast<std::uint32_t>(points + points / 4);
    bounds_ = layout_.add<PointBounds>(bounds_parts);
    grid_ = layout_.add<CellGrid>(1);
    cell_points_ = layout_.add<std::uint32_t>(cell_capacity_);
    cell_begin_ = layout_.add<std::uint32_t>(cell_capacity_ + std::size_t{1});
    sorted_ = add_points(points);
  }

  LinkCapacity capacity_;
  Layout layout_;
  std::size_t links_, count_;
  ListOffsets points_;
  std::size_t point_count_, nearest_, found_, row_links_, row_begin_, pair_row_, pair_other_,
      arrived_;
  std::uint32_t cell_capacity_ = 0;
  std::size_t bounds_ = 0, grid_ = 0, cell_points_ = 0, cell_begin_ = 0;
  ListOffsets sorted_;
};

}  // namespace overlace

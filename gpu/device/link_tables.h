// SPDX-License-Identifier: Apache-2.0
// The tables that the kernels of a link step work on.
#pragma once

#include <cstdint>

#include "gpu/device/records.h"

namespace overlace {

/// The greatest and least coordinates of some points, as keys that sort like floats (see
/// link_cells.h). All 0 if there are no points.
struct PointBounds {
  std::uint32_t right = 0, left = 0, bottom = 0, top = 0;
};

/// Bounds are gathered in this many parts, one for each lane of a warp, so that the warps of a
/// launch do not all wait for one word.
inline constexpr std::uint32_t bounds_parts = 32;

/// One axis of a grid of cells; see link_cells.h for what it promises.
struct CellAxis {
  float origin = 0;
  float scale = 0;  ///< cells per px
  float size = 0;   ///< of a cell, px
  float slack = 0;  ///< px by which rounding may shift an edge
  std::uint32_t cells = 1;
};

/// Square cells over the points of a frame, row by row.
struct CellGrid {
  CellAxis x, y;
  std::uint32_t cells = 1;
};

/// Where a point lies, aligned so that a GPU loads it in one access. NaN if it may not be linked.
struct alignas(8) PointPosition {
  Vec2 at;
};

/// Points in the order in which they are searched: by rank, or cell by cell.
struct PointList {
  PointPosition* position = nullptr;
  std::int32_t* class_index = nullptr;
  std::uint32_t* rank = nullptr;
};

/// The link that a place of a list of neighbours makes.
struct FoundLink {
  std::uint32_t row_a = no_row;  ///< no_row: none
  std::uint32_t row_b = no_row;
  std::uint32_t number = 0;  ///< among those that begin at row_a, in any order
};

/// What is reserved for a link step. No frame has more points or wants more neighbours, so there is
/// room for its links, too: points x k at most.
struct LinkCapacity {
  std::uint32_t points = 0;  ///< of one frame; below 2^23, so that cells are exact in a float
  std::uint32_t k = 0;       ///< neighbours per point, up to max_device_neighbours
  [[nodiscard]] constexpr bool has_links() const { return points > 0 && k > 0; }
};

/// The most neighbours per point that the kernels find.
inline constexpr std::uint32_t max_device_neighbours = 64;
/// Up to this many points, one kernel makes all links.
inline constexpr std::uint32_t max_small_points = 1024;
/// Up to this many points, every point is compared with every other; above, they are sorted into
/// cells.
inline constexpr std::uint32_t max_compared_points = 4096;

/// The tables of a link step, of fixed capacity, in device memory that starts as zeros. Between
/// frames all counts and bounds are 0. `links` and `count` are the result, the rest is scratch.
struct LinkTables {
  Link* links = nullptr;           ///< ordered by row_a, then row_b
  std::uint32_t* count = nullptr;  ///< of links
  /// Host memory that the device can write, which receives the count, too; may be null.
  std::uint32_t* report = nullptr;

  PointList points;  ///< by rank
  std::uint32_t* point_count = nullptr;
  std::uint64_t* nearest = nullptr;     ///< k keys of each rank, ascending; see neighbour_key
  FoundLink* found = nullptr;           ///< of each place in `nearest`
  std::uint32_t* row_links = nullptr;   ///< links that begin at each row of the frame
  std::uint32_t* row_begin = nullptr;   ///< where they begin in `links`; points + 1 of them
  std::uint32_t* pair_row = nullptr;    ///< row_a of every link, those of one row together
  std::uint32_t* pair_other = nullptr;  ///< its row_b
  std::uint32_t* arrived = nullptr;     ///< blocks of SmallLinks that have searched

  // Only if points are sorted into cells.
  PointBounds* bounds = nullptr;  ///< bounds_parts of them
  CellGrid* grid = nullptr;
  std::uint32_t cell_capacity = 0;
  std::uint32_t* cell_points = nullptr;  ///< points of each cell
  std::uint32_t* cell_begin = nullptr;   ///< where they begin in `sorted`; cells + 1 of them
  PointList sorted;                      ///< by cell
};

/// True when one kernel, SmallLinks, does all the work of a step of this capacity.
[[nodiscard]] constexpr bool takes_one_kernel(const LinkCapacity& capacity) {
  return capacity.has_links() && capacity.points <= max_small_points;
}
/// True when a step of this capacity sorts its points into cells.
[[nodiscard]] constexpr bool uses_cells(const LinkCapacity& capacity) {
  return capacity.points > max_compared_points;
}

/// Neighbours that a frame asks for.
OVL_FN std::uint32_t neighbours_wanted(const LinkRecord& record) {
  return record.op.k > 0 ? static_cast<std::uint32_t>(record.op.k) : 0;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Areas: how much of each pixel an outline encloses, computed by the host in square cells.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/kernels/coverage.h"

namespace overlace {

inline constexpr int log2_area_cell = 4;
inline constexpr int area_cell_side = 1 << log2_area_cell;  ///< px
inline constexpr int area_cell_words = area_cell_side * area_cell_side / 4;

/// Special values of a cell's word. Any other is the offset, in words from the first cell's, of the
/// cell's coverage: a byte per pixel, row by row.
inline constexpr std::uint32_t empty_cell = 0, whole_cell = 0xFFFFFFFFU;

/// An area on the picture as stored. Everything outside its cells is empty.
struct AreaCells {
  const std::uint32_t* words;  ///< one per cell, row by row; then those of coverage
  std::int32_t x, y;           ///< first cell: pixel / area_cell_side
  std::int32_t width, height;  ///< in cells
};

/// The pixels of an area's cells.
OVL_FN Rect bounds_of(const AreaCells& area) {
  constexpr auto side = static_cast<float>(area_cell_side);
  return {static_cast<float>(area.x) * side, static_cast<float>(area.y) * side,
          static_cast<float>(area.x + area.width) * side,
          static_cast<float>(area.y + area.height) * side};
}

/// The word of the cell that pixel (x, y) lies in.
OVL_FN std::uint32_t cell_at(const AreaCells& area, int x, int y) {
  const int column = (x >> log2_area_cell) - area.x, row = (y >> log2_area_cell) - area.y;
  if (column < 0 || row < 0 || column >= area.width || row >= area.height) return empty_cell;
  return area.words[row * area.width + column];
}
/// Coverage of the pixels from (x, y) on in their row of a cell, 0..255. Precondition: the cell,
/// whose word this is, is neither empty nor whole.
OVL_FN const std::uint8_t* cell_row(const AreaCells& area, std::uint32_t cell, int x, int y) {
  constexpr int inside = area_cell_side - 1;
  const int place = (y & inside) * area_cell_side + (x & inside);
  return reinterpret_cast<const std::uint8_t*>(area.words + cell) + place;
}

}  // namespace overlace

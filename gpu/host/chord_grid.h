// SPDX-License-Identifier: Apache-2.0
// Straight parts of lines by position: those that cross one are among those near it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "graph/core/vec.h"

namespace overlace {

/// Chords in the cells of a grid. Its memory is kept from frame to frame.
class ChordGrid {
 public:
  /// Forgets all chords and lays the grid over a picture; its outer cells extend without end.
  void begin(Size picture);

  /// Adds a chord, identified by a number.
  void add(std::uint32_t chord, Vec2 from, Vec2 to);

  /// Calls `visit` with the number of every chord that shares a cell with this one, which includes
  /// all that cross it; repeatedly for those that share several cells.
  template <typename Visit>
  void each_near(Vec2 from, Vec2 to, Visit visit) const {
    each_cell(from, to, [&](std::uint32_t cell) {
      for (std::uint32_t i = last_in_[cell]; i != none; i = blocks_[i].before)
        for (std::uint32_t chord = 0; chord < blocks_[i].count; ++chord)
          visit(blocks_[i].chords[chord]);
    });
  }

 private:
  static constexpr std::uint32_t side = 64;  ///< cells in a row, and in a column
  static constexpr std::uint32_t none = UINT32_MAX;
  /// Some chords of a cell, in one cache line.
  struct Block {
    std::uint32_t before;  ///< the previous block of its cell
    std::uint32_t count = 0;
    std::array<std::uint32_t, 14> chords;
  };
  struct Cells {
    std::uint32_t first, last;
  };

  /// Calls `visit` with every cell that a chord passes through.
  template <typename Visit>
  void each_cell(Vec2 from, Vec2 to, Visit visit) const {
    const Cells rows = cells_between(from.y, to.y, cell_.y);
    for (std::uint32_t row = rows.first; row <= rows.last; ++row) {
      const Cells columns = columns_in(row, rows, from, to);
      for (std::uint32_t column = columns.first; column <= columns.last; ++column)
        visit(row * side + column);
    }
  }
  /// The cells of `size` px between two coordinates, with a little slack on both sides for
  /// rounding.
  [[nodiscard]] static Cells cells_between(double a, double b, float size);
  /// The columns that a chord passes through in one of its rows.
  [[nodiscard]] Cells columns_in(std::uint32_t row, Cells rows, Vec2 from, Vec2 to) const;

  Vec2 cell_{1, 1};                                                ///< size of a cell, px
  std::array<std::uint32_t, std::size_t{side} * side> last_in_{};  ///< each cell's last block
  std::vector<Block> blocks_;
};

}  // namespace overlace

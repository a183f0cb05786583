// SPDX-License-Identifier: Apache-2.0
// Gaps in lines where others pass over them, as crossings are drawn on plans and in knots.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "gpu/host/chord_grid.h"
#include "graph/data/display_list.h"
#include "graph/plan/ops.h"

namespace overlace {

/// Takes the lines of a frame in paint order, and makes gaps where they cross those below them. Its
/// memory is kept from frame to frame.
class LineGaps {
 public:
  /// Begins a frame of a picture in which a line keeps `clear` px free on either side of it.
  void begin(float clear, Size picture);

  /// Takes the line whose primitives begin at `before` and are the last of the list, heads
  /// included. Inserts a group before them that erases what is below, along a short stretch around
  /// each crossing with the lines taken so far: far enough to clear the other line and its glow,
  /// and as opaque as the line is. Lines that meet at an end do not cross. Takes time in proportion
  /// to the chords in the grid cells that the line passes through.
  void add(std::size_t before, DisplayList& list);

 private:
  /// A straight part of a line, with its range of `t` on its piece, and of px along the line.
  struct Chord {
    Vec2 from, to;
    std::uint32_t line, piece;
    float t_from, t_to, along_from, along_to;
  };
  struct Line {
    std::uint32_t first = 0, count = 0;  ///< chords
    float length = 0, drawn = 0;         ///< px
    float half_width = 0;                ///< px at its widest
    float glow = 0;                      ///< px that its glow reaches beyond that
  };
  /// A part of a line, in px along it.
  struct Stretch {
    float from, to;
  };

  [[nodiscard]] Line flatten(std::span<const Primitive> pieces);
  void find_crossings(const Line& over);
  void meet(const Line& over, const Chord& a, const Line& under, const Chord& b);
  void merge_stretches();
  void erase(const Line& line, std::span<const Primitive> pieces, Stretch part);
  [[nodiscard]] std::span<const Chord> chords(const Line& line) const {
    return std::span(chords_).subspan(line.first, line.count);
  }

  float clear_ = 0;
  std::vector<Chord> chords_;  ///< of all lines so far
  std::vector<Line> lines_;
  ChordGrid grid_;                  ///< of the chords
  std::vector<Stretch> stretches_;  ///< of the current line, with a gap below them
  std::vector<Primitive> erasers_;
};

/// Draws lines with gaps, as one group. `gaps` is reused memory.
void draw_with_gaps(const DrawLinesWithGapsOp& op, const HostInputs& in, LineGaps& gaps,
                    DisplayList& out);

}  // namespace overlace

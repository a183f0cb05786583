// SPDX-License-Identifier: Apache-2.0
// How long objects have been where, on a grid of cells: integer sums, so that continuing from frame
// to frame and starting anew give the same values.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "graph/core/time.h"
#include "graph/data/anchor.h"
#include "graph/data/tracks.h"

namespace overlace {

/// Square cells over a picture; every picture has the same number of rows.
struct HeatGrid {
  static constexpr int rows = 135;
  float cell = 1;  ///< px
  Size cells;      ///< for the whole picture; the last column may reach beyond it

  explicit HeatGrid(Size picture);
  [[nodiscard]] std::size_t count() const {
    return static_cast<std::size_t>(cells.width) * static_cast<std::size_t>(cells.height);
  }
};

enum class HeatShape : std::uint8_t {
  point,  ///< a spot around the anchor
  box     ///< all of the box
};
enum class HeatMode : std::uint8_t {
  total,   ///< of all frames so far
  window,  ///< of the last frames
  fade     ///< of the last frames, with less weight the older they are
};

/// What an object adds to the cells.
struct HeatRule {
  HeatShape shape = HeatShape::point;
  Anchor anchor = Anchor::bottom;
  float radius = 1;  ///< of a spot, px
  HeatMode mode = HeatMode::total;
  std::int32_t window = 1;      ///< nominal frames, of window and fade; at least 1
  std::vector<float> weight{};  ///< of each row of the table, 0 to most_weight
  ClipInfo clip{};              ///< says when frames are shown, and for how long
};

/// The sums of a clip. A row adds round(255 w (1 - d^2 / r^2)^2) to a cell whose middle is d px
/// from its anchor, or round(255 w c) to one of which its box covers the part c; at a variable
/// rate, w is multiplied by how many nominal frames the row's frame lasts. Sums are kept every
/// `spacing_` frames; the others are computed from the last ones kept.
///
/// Let t(n) be the moment of frame n in ticks: its number, or at a variable rate its time in parts
/// of a nominal frame. Let S0(n) be the sum over all frames up to n, and S1(n) the same with each
/// frame multiplied by its moment. With m, the last frame W ticks or more before n, the values are
/// S0(n) for total, S0(n) - S0(m) for window, and for fade, times W,
/// (W - t(n)) (S0(n) - S0(m)) + S1(n) - S1(m).
class HeatSums {
 public:
  static constexpr float most_weight = 16;
  /// Limit on the bytes of the kept sums.
  static constexpr std::size_t most_bytes = std::size_t{64} << 20U;

  /// Walks the whole table once. Later calls must pass the same `table`.
  HeatSums(const TrackTable& table, const HeatGrid& grid, HeatRule rule,
           std::size_t bytes = most_bytes);

  /// Sums up to and including one frame, counted from the table's first; -1: of none.
  struct Sums {
    std::int32_t frame = -1;
    std::vector<std::uint64_t> plain;      ///< S0: 32 bits are too few for a million rows
    std::vector<std::uint64_t> by_moment;  ///< S1, for fade only
  };
  /// The position of a replay. Its memory is reused.
  struct Memory {
    Sums now, before;
  };
  [[nodiscard]] Memory make_memory() const;

  /// Writes the values of all cells at a frame to `values`, which holds grid().count(). They do not
  /// depend on earlier calls. Does not allocate.
  void at(const TrackTable& table, std::int32_t frame, Memory& memory,
          std::span<std::uint64_t> values) const;

  [[nodiscard]] const HeatGrid& grid() const { return grid_; }
  /// The largest value of a cell in any frame.
  [[nodiscard]] std::uint64_t peak() const { return peak_; }
  /// What an object of weight 1 adds to a cell by staying on it for one nominal frame.
  [[nodiscard]] std::uint64_t unit() const;
  /// Bytes of the kept sums.
  [[nodiscard]] std::size_t kept_bytes() const;

 private:
  template <class F>
  void for_each_cell(const TrackTable& table, std::uint32_t row, double duration, F use) const;
  [[nodiscard]] std::int64_t moment(std::int32_t frame) const;
  [[nodiscard]] double duration(std::int32_t frame) const;
  [[nodiscard]] std::int32_t last_before_window(std::int32_t frame) const;
  [[nodiscard]] std::int64_t window_ticks() const;
  void add_frame(const TrackTable& table, Sums& sums) const;
  void advance(const TrackTable& table, std::int32_t frame, Sums& sums) const;
  [[nodiscard]] std::uint64_t window_left(std::int32_t frame) const;
  [[nodiscard]] std::uint64_t value(const Sums& now, const Sums& before, std::uint64_t left,
                                    std::size_t cell) const;
  void choose_spacing(std::size_t bytes);
  void walk(const TrackTable& table);
  [[nodiscard]] Sums make_sums() const;

  HeatGrid grid_;
  HeatRule rule_;
  bool varies_;                   ///< the clip's rate
  std::int32_t first_frame_ = 0;  ///< of the table
  std::int32_t frames_ = 0;       ///< of the table
  std::int32_t spacing_ = 1;      ///< frames between entries of `kept_`
  std::vector<Sums> kept_;        ///< up to frame spacing_ - 1, 2 spacing_ - 1 …
  std::uint64_t peak_ = 0;
};

}  // namespace overlace

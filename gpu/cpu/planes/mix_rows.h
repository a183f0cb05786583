// SPDX-License-Identifier: Apache-2.0
// Mixes the result of an effect into a picture's component on the CPU: sixteen samples of a row in
// the lanes of a vector.
#pragma once

#include <memory>

#include "gpu/cpu/planes/coverage_rows.h"
#include "gpu/cpu/planes/plane_rows.h"
#include "gpu/cpu/planes/sample_lines.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// An effect's result for samples, and for alpha where colours are straight.
struct MadeSamples {
  const float* value;
  const float* alpha;
};

/// The mixture of code values with the result for them; where nothing is covered, as they were.
template <class L>
OVL_FN L mixed(L under, L coverage, const float* made, float most) {
  const L all = composite_code(under, coverage, coverage * L::load_any(made), most);
  return select(coverage != L(0.0F), all, under);
}

/// Mixes sixteen samples of a component with the result for them. Samples that the region does not
/// cover are written as they were.
template <class L, class Made>
OVL_FN void mix_line(const MixPass<Made>& pass, const PictureComponent& to,
                     const SampleLines<L>& lines, int x, int y, L coverage, MadeSamples made) {
  if (!lines.has(x, y)) {
    alignas(64) float covered[layer_tile];
    store(covered, coverage);
    for (int i = 0; i < layer_tile; ++i)
      if (covered[i] != 0 && has_sample(to.plane(), x + i, y))
        pass.mix(to, x + i, y, covered[i], made.value[i], to.is_straight() ? made.alpha[i] : 0.0F);
    return;
  }
  lines.fetch(x, y + rows_ahead);
  lines.change(x, y, [&](L under, const auto& put) OVL_INLINE {
    put(mixed(under, coverage, made.value, to.picture().max));
  });
}

/// Mixes runs of tiles. Samples of wholly covered tiles, and of such rows of other tiles, are
/// replaced, whatever they were; where they fill their words, a row that shows the same as the one
/// above is copied from it.
template <class L, class Made>
class TileMixer {
 public:
  OVL_FN TileMixer(const MixPass<Made>& pass, ImageScratch& scratch)
      : pass_(pass),
        scratch_(scratch),
        next_(pass.mixes_next ? pass.to.next() : pass.to),
        lines_(pass.to),
        next_lines_(next_),
        are_pairs_(pass.mixes_next && lines_.is_pair_with(next_lines_)),
        mixes_rows_(are_pairs_ ||
                    (lines_.lie_in_turn() && (!pass.mixes_next || next_lines_.lie_in_turn()))),
        replaces_(pass.to.record->strength == 1 && lines_.has_words()),
        repeats_words_(are_pairs_ || (lines_.is_whole() && next_lines_.is_whole())),
        most_(pass.to.picture().max) {}

  OVL_LONG_FN void mix(TileRun tiles) {
    cut(tiles);
    for (int y = tiles.y.first; y <= tiles.y.last; y = rows_.last + 1) {
      make(tiles, y);
      for (int i = 0; i < part_count_; ++i)
        if (is_replaced_[i])
          replace(parts_[i], rows_, parts_[i].x() - tiles.x());
        else
          mix_tiles(parts_[i], tiles.first);
    }
  }

 private:
  /// A tile of which the region covers some.
  struct Rim {
    TileCoverage<L> coverage;
    CoveredRows rows;  ///< `all` are replaced, `any` are mixed
    bool is_there;     ///< as has() says
  };

  /// Whether all samples of a tile are there, by sixteens.
  [[nodiscard]] OVL_FN bool has(int column, IntRange y) const {
    const int x = column * layer_tile;
    return lines_.has(x, y.first) && lines_.has(x, y.last) && next_lines_.has(x, y.first) &&
           next_lines_.has(x, y.last);
  }
  /// Cuts a run of tiles into parts that are replaced and parts that are mixed.
  OVL_FN void cut(const TileRun& tiles) {
    part_count_ = 0;
    const bool are_there = has(tiles.first, tiles.y) && has(tiles.last, tiles.y);
    for (int column = tiles.first; column <= tiles.last;) {
      TileRun part = tiles;
      part.first = column;
      const auto is_replaced = [&] {
        return replaces_ && pass_.to.is_solid(column, tiles.row) &&
               (are_there || has(column, tiles.y));
      };
      const bool replaced = is_replaced();
      do
        if (!replaced) look_at(column, tiles, are_there || has(column, tiles.y));
      while (++column <= tiles.last && is_replaced() == replaced);
      part.last = column - 1;
      is_replaced_[part_count_] = replaced;
      parts_[part_count_++] = part;
    }
  }
  /// Finds out how the region covers a tile.
  OVL_FN void look_at(int column, const TileRun& tiles, bool is_there) {
    Rim& rim = rims_[column - tiles.first];
    std::construct_at(&rim.coverage, pass_.to, column, tiles.row);  // a copy would take longer
    rim.rows = rim.coverage.rows();
    rim.is_there = is_there;
    if (!replaces_ || !is_there) rim.rows.all = 0;
    rim.rows.any &= ~rim.rows.all;
  }
  /// Makes rows from `y` on; more rows may show the same as the last of them.
  OVL_LONG_FN void make(const TileRun& tiles, int y) {
    const auto rows = [&](const Made& of, int i) OVL_INLINE {
      return made_rows<L>(of, tiles, y, scratch_, first_made_row + i * layer_tile);
    };
    made_ = rows(pass_.from, 0);
    if (pass_.mixes_next) made_next_ = rows(pass_.from_next, 1);
    if (pass_.to.is_straight()) alpha_ = rows(pass_.alpha, 2);
    const int last = y + made_.count + made_.repeats - 1;
    rows_ = {y, last < tiles.y.last ? last : tiles.y.last};
  }
  /// Which of the rows that were made row `y` shows.
  [[nodiscard]] OVL_FN int made_row(int y) const {
    const int row = y - rows_.first;
    return row < made_.count ? row : made_.count - 1;
  }
  /// The result, limited to code values; words are rounded where they are stored.
  [[nodiscard]] OVL_FN static L limited(const float* made, float most) {
    return limit(L::load_any(made), most);
  }
  /// Replaces some of the rows that were made last; the part is `ahead` samples into the run.
  OVL_LONG_FN void replace(const TileRun& part, IntRange rows, int ahead) const {
    for (int y = rows.first; y <= rows.last; ++y) {
      if (y > rows.first && repeats_words_ && made_row(y) == made_row(y - 1))
        return repeat(part, {y, rows.last});
      replace(part, y, ahead);
    }
  }
  OVL_LONG_FN void replace(const TileRun& part, int y, int ahead) const {
    lines_.fetch_row(part.x(), y + rows_ahead, part.samples());
    const int row = made_row(y);
    const float *made = made_.row[row] + ahead, *next = nullptr;
    const float most = most_;
    if (pass_.mixes_next) next = made_next_.row[row] + ahead;
    if (are_pairs_)
      return lines_.replace_row(part.x(), y, part.samples(), [=](int i) OVL_INLINE {
        return fma(round_even(limited(next + i, most)), L(256.0F),
                   round_even(limited(made + i, most)));
      });
    const auto replace_one = [&](const SampleLines<L>& lines, const float* by) OVL_INLINE {
      lines.replace_samples(part.x(), y, part.samples(),
                            [=](int i) OVL_INLINE { return limited(by + i, most); });
    };
    replace_one(lines_, made);
    if (pass_.mixes_next) replace_one(next_lines_, next);
  }
  OVL_LONG_FN void repeat(const TileRun& part, IntRange rows) const {
    lines_.repeat_row(part.x(), rows, part.samples());
    if (pass_.mixes_next && !are_pairs_) next_lines_.repeat_row(part.x(), rows, part.samples());
  }
  /// Rows of a tile, from those made last, as bits counted from the tile's first.
  [[nodiscard]] OVL_FN unsigned rows_made(int top) const {
    const auto first = static_cast<unsigned>(rows_.first - top);
    return (2U << static_cast<unsigned>(rows_.last - top)) - (1U << first);
  }
  OVL_LONG_FN void mix_tiles(const TileRun& part, int first) const {
    const unsigned made = rows_made(part.top());
    unsigned replaced = 0, ends = 0;  // `ends`: rows below which other columns are covered
    for (int column = part.first; column <= part.last; ++column) {
      const Rim& rim = rims_[column - first];
      replaced |= rim.rows.all & made;
      ends |= rim.rows.all ^ rim.rows.all >> 1U;
      const unsigned rows = rim.rows.any & made;
      if (rows == 0) continue;
      if (mixes_rows_ && rim.is_there)
        mix_rows(rim, column, part.top(), rows, column - first);
      else
        mix_lines(rim, column, part.top(), rows, column - first);
    }
    ends |= 1U << static_cast<unsigned>(rows_.last - part.top());
    while (replaced != 0) {
      const int row = __builtin_ctz(replaced);
      const int last = __builtin_ctz(ends & (~0U << static_cast<unsigned>(row)));
      replace_covered(part, {part.top() + row, part.top() + last}, first);
      replaced &= ~1U << static_cast<unsigned>(last);
    }
  }
  /// Replaces the wholly covered columns of some rows, the same in all of them.
  OVL_FN void replace_covered(const TileRun& part, IntRange rows, int first) const {
    const auto row = static_cast<unsigned>(rows.first - part.top());
    const auto is_covered = [&](int column) {
      return (rims_[column - first].rows.all >> row & 1U) != 0;
    };
    for (int column = part.first; column <= part.last; ++column) {
      TileRun tiles = part;
      tiles.first = column;
      while (column <= part.last && is_covered(column)) ++column;
      tiles.last = column - 1;
      if (tiles.first < column) replace(tiles, rows, (tiles.first - first) * layer_tile);
    }
  }
  /// Mixes rows of a tile, the one `tiles_ahead` tiles into the run, where all samples are there.
  OVL_LONG_FN void mix_rows(const Rim& rim, int column, int top, unsigned rows,
                            int tiles_ahead) const {
    alignas(64) float covered[layer_tile][layer_tile];
    for_each_bit(rows, 0, [&](int i) OVL_INLINE { store(covered[i], rim.coverage.line(top + i)); });
    const int x = column * layer_tile, ahead = tiles_ahead * layer_tile;
    const float most = most_;
    const auto mix = [&, most](int y, L under, const MadeRows& made) OVL_INLINE {
      return mixed(under, L::load(covered[y - top]), made.row[made_row(y)] + ahead, most);
    };
    if (are_pairs_)
      return lines_.change_rows_of_pairs(x, top, rows, [&](int y, L& one, L& next) OVL_INLINE {
        one = mix(y, one, made_);
        next = mix(y, next, made_next_);
      });
    lines_.change_rows(x, top, rows,
                       [&](int y, L under) OVL_INLINE { return mix(y, under, made_); });
    if (pass_.mixes_next)
      next_lines_.change_rows(x, top, rows,
                              [&](int y, L under) OVL_INLINE { return mix(y, under, made_next_); });
  }
  /// The same for any tile, line by line.
  OVL_LONG_FN void mix_lines(const Rim& rim, int column, int top, unsigned rows,
                             int tiles_ahead) const {
    const int x = column * layer_tile, ahead = tiles_ahead * layer_tile;
    for_each_bit(rows, top, [&](int y) OVL_INLINE {
      const L coverage = rim.coverage.line(y);
      if (!any(coverage != L(0.0F))) return;
      const int row = made_row(y);
      const float* alpha = pass_.to.is_straight() ? alpha_.row[row] + ahead : nullptr;
      mix_line<L>(pass_, pass_.to, lines_, x, y, coverage, {made_.row[row] + ahead, alpha});
      if (pass_.mixes_next)
        mix_line<L>(pass_, next_, next_lines_, x, y, coverage,
                    {made_next_.row[row] + ahead, alpha});
    });
  }

  static constexpr int most_parts = MixPass<Made>::block.columns;

  const MixPass<Made>& pass_;
  ImageScratch& scratch_;
  PictureComponent next_;
  SampleLines<L> lines_, next_lines_;
  bool are_pairs_, mixes_rows_, replaces_, repeats_words_;
  float most_;
  TileRun parts_[most_parts];
  bool is_replaced_[most_parts];
  int part_count_ = 0;
  Rim rims_[most_parts];  ///< by place in the run
  IntRange rows_;         ///< that show what was made last
  MadeRows made_{}, made_next_{}, alpha_{};
};

template <class L, class Made>
OVL_LONG_FN void run_block(const MixPass<Made>& pass, BlockIndex block, ImageScratch& scratch) {
  TileMixer<L, Made> mixer(pass, scratch);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) { mixer.mix(tiles); });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Mixes the result of an effect into a picture's component on the CPU: sixteen samples of a row in
// the lanes of a vector.
#pragma once

#include "gpu/cpu/coverage_rows.h"
#include "gpu/cpu/plane_rows.h"
#include "gpu/cpu/sample_lines.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// An effect's result for samples, and for alpha where colours are straight.
struct MadeSamples {
  const float* value;
  const float* alpha;
};

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
    const L all =
        composite_code(under, coverage, coverage * L::load_any(made.value), to.picture().max);
    put(select(coverage != L(0.0F), all, under));
  });
}

/// The same for pairs of bytes, of a chroma component and the next one; all are present.
template <class L>
OVL_FN void mix_pairs(const SampleLines<L>& lines, int x, int y, float most, L coverage,
                      const float* made, const float* made_next) {
  lines.fetch(x, y + rows_ahead);
  lines.change_pairs(x, y, [&](L& first, L& next) OVL_INLINE {
    const auto mix = [&](L under, const float* by) OVL_INLINE {
      const L all = composite_code(under, coverage, coverage * L::load_any(by), most);
      return select(coverage != L(0.0F), all, under);
    };
    first = mix(first, made);
    next = mix(next, made_next);
  });
}

/// Mixes runs of tiles. Wholly covered samples are replaced, whatever they were; where they fill
/// their words, a row that shows the same as the one above is copied from it.
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
        replaces_(pass.to.record->strength == 1 && lines_.has_words()),
        repeats_words_(are_pairs_ || (lines_.is_whole() && next_lines_.is_whole())),
        most_(pass.to.picture().max) {}

  OVL_LONG_FN void mix(const TileRun& tiles) {
    cut(tiles);
    for (int y = tiles.y.first; y <= tiles.y.last; y = rows_.last + 1) {
      make(tiles, y);
      for (int i = 0; i < part_count_; ++i)
        if (is_replaced_[i])
          replace(parts_[i], parts_[i].x() - tiles.x());
        else
          mix_tiles(parts_[i], tiles.first);
    }
  }

 private:
  /// Whether samples of a tile are replaced, whatever they were.
  [[nodiscard]] OVL_FN bool is_replaced(int column, const TileRun& tiles) const {
    const int x = column * layer_tile;
    return replaces_ && pass_.to.is_solid(column, tiles.row) && lines_.has(x, tiles.y.first) &&
           lines_.has(x, tiles.y.last);
  }
  /// Cuts a run of tiles into parts that are replaced and parts that are mixed.
  OVL_FN void cut(const TileRun& tiles) {
    part_count_ = 0;
    for (int column = tiles.first; column <= tiles.last; ++column) {
      const bool replaced = is_replaced(column, tiles);
      if (!replaced) coverage_[column - tiles.first] = TileCoverage<L>(pass_.to, column, tiles.row);
      if (part_count_ == 0 || is_replaced_[part_count_ - 1] != replaced) {
        is_replaced_[part_count_] = replaced;
        parts_[part_count_++] = {column, column, tiles.row, tiles.y};
      }
      parts_[part_count_ - 1].last = column;
    }
  }
  /// Makes rows from `y` on; more rows may show the same as the last of them.
  OVL_LONG_FN void make(const TileRun& tiles, int y) {
    const auto rows = [&](const Made& of, int i) OVL_INLINE {
      return made_rows<L>(of, tiles, y, scratch_, first_made_row + i * layer_tile);
    };
    made_ = rows(pass_.from, 0);
    if (pass_.mixes_next) made_next_ = rows(pass_.from_next, 1);
    if (pass_.to.is_straight()) alpha_ = rows(pass_.alpha, 2);
    const int last_made = y + made_.count - 1, last_alike = pass_.from.last_alike(last_made);
    rows_ = {y, last_made < last_alike ? last_alike : last_made};
    if (rows_.last > tiles.y.last) rows_.last = tiles.y.last;
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
  OVL_LONG_FN void replace(const TileRun& part, int ahead) const {
    for (int y = rows_.first; y <= rows_.last; ++y)
      if (y - rows_.first >= made_.count && repeats_words_)
        repeat(part, y);
      else
        replace(part, y, ahead);
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
  OVL_FN void repeat(const TileRun& part, int y) const {
    lines_.repeat_row(part.x(), y, part.samples());
    if (pass_.mixes_next && !are_pairs_) next_lines_.repeat_row(part.x(), y, part.samples());
  }
  OVL_LONG_FN void mix_tiles(const TileRun& part, int first) const {
    for (int column = part.first; column <= part.last; ++column)
      for (int y = rows_.first; y <= rows_.last; ++y) {
        const L coverage = coverage_[column - first].line(y);
        if (any(coverage != L(0.0F))) mix_samples(column, y, coverage, column - first);
      }
  }
  /// Mixes sixteen samples of a tile, the one `tiles_ahead` tiles into the run.
  OVL_FN void mix_samples(int column, int y, L coverage, int tiles_ahead) const {
    const int x = column * layer_tile, row = made_row(y), ahead = tiles_ahead * layer_tile;
    if (are_pairs_ && lines_.has(x, y))
      return mix_pairs(lines_, x, y, most_, coverage, made_.row[row] + ahead,
                       made_next_.row[row] + ahead);
    const float* alpha = pass_.to.is_straight() ? alpha_.row[row] + ahead : nullptr;
    mix_line<L>(pass_, pass_.to, lines_, x, y, coverage, {made_.row[row] + ahead, alpha});
    if (pass_.mixes_next)
      mix_line<L>(pass_, next_, next_lines_, x, y, coverage, {made_next_.row[row] + ahead, alpha});
  }

  static constexpr int most_parts = MixPass<Made>::block.columns;

  const MixPass<Made>& pass_;
  ImageScratch& scratch_;
  PictureComponent next_;
  SampleLines<L> lines_, next_lines_;
  bool are_pairs_, replaces_, repeats_words_;
  float most_;
  TileRun parts_[most_parts];
  bool is_replaced_[most_parts];
  int part_count_ = 0;
  TileCoverage<L> coverage_[most_parts];  ///< of tiles that are not replaced, by place in the run
  IntRange rows_;                         ///< that show what was made last
  MadeRows made_{}, made_next_{}, alpha_{};
};

template <class L, class Made>
OVL_LONG_FN void run_block(const MixPass<Made>& pass, BlockIndex block, ImageScratch& scratch) {
  TileMixer<L, Made> mixer(pass, scratch);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) { mixer.mix(tiles); });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Mosaics on the CPU: the blocks of a row are made, and mixed in while their samples are in the
// cache.
#pragma once

#include "gpu/cpu/planes/mix_rows.h"
#include "gpu/cpu/planes/plane_lines.h"
#include "gpu/effects/pixelate.h"

namespace overlace {

/// What a row of blocks shows, from a tile's first sample on.
struct MosaicRow {
  const float* samples = nullptr;  ///< in a worker's memory
  int x = 0;                       ///< of the first one
  IntRange rows{};                 ///< that show it
};
template <class L>
OVL_FN MadeRows made_rows(const MosaicRow& made, const TileRun& tiles, int y, ImageScratch&, int) {
  return {{made.samples + (tiles.x() - made.x)}, 1, made.rows.last - y};
}

/// The sum of floats that are integers, exact in any order.
OVL_FN double sum_of_whole(const float* values, int count) {
  using Floats = float __attribute__((vector_size(8 * sizeof(float))));
  using Doubles = double __attribute__((vector_size(8 * sizeof(double))));
  Doubles sums{};
  int i = 0;
  for (; i + 8 <= count; i += 8) {
    Floats some;
    std::memcpy(&some, values + i, sizeof some);
    sums += __builtin_convertvector(some, Doubles);
  }
  double sum = 0;
  for (; i < count; ++i) sum += double{values[i]};
  for (int k = 0; k < 8; ++k) sum += sums[k];
  return sum;
}

/// Sums of integers, each less `base`, down the columns of some tiles.
template <class L>
OVL_FN void sum_down(const SampleLines<L>& lines, int x, int tiles, IntRange rows, int base,
                     std::uint16_t* sums, float* out) {
  if (lines.sums_fit(rows)) return lines.sum_bytes_down(x, tiles, rows, base, sums, out);
  const L middle(static_cast<float>(base));
  for (int i = 0; i < tiles * layer_tile; i += layer_tile) {
    L sum(0.0F);
    for (int line = rows.first; line <= rows.last; ++line) {
      lines.fetch(x + i, line + rows_ahead);
      sum = sum + (lines.load(x + i, line) - middle);
    }
    store(out + i, sum);
  }
}

/// Makes and mixes rows of blocks, from left to right as stored. A block that two runs of tiles
/// show is made for the first one, before any of its samples are changed.
template <class L>
class MosaicMixer {
 public:
  OVL_FN MosaicMixer(const MixPass<Mosaic>& pass, ImageScratch& scratch)
      : scratch_(scratch),
        x_(pass.from.x_axis()),
        y_(pass.from.y_axis()),
        own_(pass.to, pass.from, scratch, 0),
        next_(pass.mixes_next ? pass.to.next() : pass.to, pass.from, scratch, 1),
        alpha_(pass.to.is_straight() ? pass.to.other(alpha_component) : pass.to, pass.alpha,
               scratch, 2),
        are_pairs_(pass.mixes_next && own_.lines.is_pair_with(next_.lines)),
        words_(reinterpret_cast<std::uint16_t*>(plane_row(scratch, 0))),
        mix_{.to = pass.to, .mixes_next = pass.mixes_next},
        mixer_(mix_, scratch) {}

  /// Mixes some tiles in a row of blocks.
  OVL_LONG_FN void mix(int row, const BlockTiles& tiles) {
    row_ = row;
    rows_ = y_.range(row);
    known_ = -1;
    auto* any = reinterpret_cast<std::uint8_t*>(plane_row(scratch_, marks_row));
    for_each_wanted_area<most_tiles>(
        own_.of, tiles, any, [&](const BlockTiles& area) { make(area.columns); },
        [&](TileRun run) {
          if (run.y.first < rows_.first) run.y.first = rows_.first;
          run.y.last = lesser(run.y.last, rows_.last);
          mixer_.mix(run);
        });
  }

 private:
  struct Component {
    PictureComponent of;
    SampleLines<L> lines;
    MosaicMeans means;
    bool is_whole;
    float *sums, *shown;  ///< down columns, and what a run of tiles shows: in a worker's memory
    float last = 0;       ///< what the block that was made last shows

    OVL_FN Component(const PictureComponent& component, const Mosaic& blocks, ImageScratch& scratch,
                     int index)
        : of(component),
          lines(component),
          means{{.from = component, .blocks = blocks, .memory = {}}},
          is_whole(component.is_whole()),
          sums(plane_row(scratch, first_sums_row + 2 * index)),
          shown(plane_row(scratch, first_shown_row + index)) {}
  };
  /// Rows of a worker's memory: words have four, as pixels may have three bytes; sums have two.
  static constexpr int first_sums_row = 4, first_shown_row = 10, marks_row = 13;
  /// As many tiles as a worker has memory for.
  static constexpr int most_tiles = MixPass<MosaicRow>::block.columns;

  /// Makes what a run of tiles shows.
  OVL_LONG_FN void make(IntRange run) {
    const IntRange x{run.first * layer_tile, lesser((run.last + 1) * layer_tile, x_.length) - 1};
    const int from = x_.at(x.first), to = x_.at(x.last);
    const bool starts_known = from == known_;
    if (!starts_known || from != to)
      sum({x_.range(starts_known ? from + x_.step() : from).first, x_.range(to).last});
    const auto show = [&](Component& component) {
      for (int block = from, at = x.first; at <= x.last; block += x_.step()) {
        if (block != known_) component.last = mean(component, block);
        const int end = lesser(x_.range(block).last, x.last) + 1;
        for (const float value = component.last; at < end; ++at)
          component.shown[at - x.first] = value;
      }
      return MosaicRow{component.shown, x.first, rows_};
    };
    mix_.from = show(own_);
    if (mix_.mixes_next) mix_.from_next = show(next_);
    if (own_.of.is_straight()) mix_.alpha = show(alpha_);
    known_ = to;
  }
  /// Sums the columns of integers: of those in `x`, and of all tiles that they touch.
  OVL_FN void sum(IntRange x) {
    const IntRange tiles = tiles_of(x);
    sums_x_ = tiles.first * layer_tile;
    if (are_pairs_ && own_.lines.sums_fit(rows_)) return sum_pairs(tiles);
    sum(own_, tiles);
    if (mix_.mixes_next) sum(next_, tiles);
    if (own_.of.is_straight()) sum(alpha_, tiles);
  }
  OVL_FN void sum(const Component& of, IntRange tiles) const {
    if (!of.is_whole) return;
    const int base = MosaicSums::middle(of.of.picture());
    const auto sum_one_by_one = [&](int x, int end) { sum_samples(of, x, end); };
    for_each_part(of, tiles, sum_one_by_one, [&](int x, int count) {
      sum_down<L>(of.lines, x, count, rows_, base, words_, of.sums + (x - sums_x_));
    });
  }
  /// The same for two components whose samples lie next to each other.
  OVL_FN void sum_pairs(IntRange tiles) const {
    const int base = MosaicSums::middle(own_.of.picture());
    const auto sum_one_by_one = [&](int x, int end) {
      sum_samples(own_, x, end);
      sum_samples(next_, x, end);
    };
    for_each_part(own_, tiles, sum_one_by_one, [&](int x, int count) {
      const int at = x - sums_x_;
      own_.lines.sum_pairs_down(x, count, rows_, base, words_, own_.sums + at, next_.sums + at);
    });
  }
  OVL_FN void sum_samples(const Component& of, int x, int end) const {
    for (; x < end; ++x) of.sums[x - sums_x_] = of.means.sums.whole_sum(x, rows_);
  }
  /// Calls present(x, count) for runs of tiles whose samples are all there, and others(x, end) for
  /// the samples of other tiles.
  template <class Others, class Present>
  OVL_FN void for_each_part(const Component& of, IntRange tiles, const Others& others,
                            const Present& present) const {
    const auto has = [&](int tile) {
      const int x = tile * layer_tile;
      return of.lines.has(x, rows_.first) && of.lines.has(x, rows_.last);
    };
    for (int tile = tiles.first; tile <= tiles.last;) {
      int end = tile;
      while (end <= tiles.last && has(end)) ++end;
      if (end > tile) {
        present(tile * layer_tile, end - tile);
        tile = end;
      } else {
        others(tile * layer_tile, lesser((tile + 1) * layer_tile, x_.length));
        ++tile;
      }
    }
  }
  /// The mean of a block.
  [[nodiscard]] OVL_FN float mean(const Component& of, int block) const {
    if (!of.is_whole)
      return of.means.mean_of_lines(block, row_,
                                    [&](int x, int y) { return of.means.sums.line_sum(x, y); });
    const IntRange x = x_.range(block);
    const int across = x.last - x.first + 1, down = rows_.last - rows_.first + 1;
    return of.means.mean(across * down, sum_of_whole(of.sums + (x.first - sums_x_), across));
  }

  ImageScratch& scratch_;
  MosaicAxis x_, y_;
  Component own_, next_, alpha_;
  bool are_pairs_;  ///< own samples and the next ones, as bytes
  std::uint16_t* words_;
  MixPass<MosaicRow> mix_;
  TileMixer<L, MosaicRow> mixer_;
  int row_ = 0;      ///< of blocks
  IntRange rows_{};  ///< of samples, in that row
  int sums_x_ = 0;   ///< the sample of the first sum
  int known_ = -1;   ///< the block that was made last, in this row
};

template <class L>
OVL_LONG_FN void run_block(const MixPass<Mosaic>& pass, BlockIndex block, ImageScratch& scratch) {
  MosaicMixer<L>(pass, scratch).mix(block.row, tiles_in(pass, block));
}

}  // namespace overlace

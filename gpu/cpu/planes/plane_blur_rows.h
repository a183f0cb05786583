// SPDX-License-Identifier: Apache-2.0
// The blur of a picture's planes on the CPU. The picture's samples become floats as a pass reads
// them, and the last step makes rows as they are mixed in.
#pragma once

#include <cstddef>

#include "gpu/cpu/planes/halve_bytes.h"
#include "gpu/cpu/planes/plane_convolve_rows.h"

namespace overlace {

/// Halves a row of a plane: sample i is made of the samples 2 i to 2 i + 3.
template <class L>
OVL_FN void halve_line(const float* row, int samples, float* even, float* odd, float* out) {
  for (std::ptrdiff_t i = 0; i < samples; i += vector_samples) {
    const L first = L::load_any(row + 2 * i), last = L::load_any(row + 2 * i + vector_samples);
    store(even + i, even_samples(first, last));
    store(odd + i, odd_samples(first, last));
  }
  const float* rest = row + std::ptrdiff_t{2} * samples;
  even[samples] = rest[0];
  odd[samples] = rest[1];
  for (int i = 0; i < samples; i += vector_samples)
    store(out + i, halved_by_eight(L::load(even + i), L::load(odd + i), L::load_any(even + i + 1),
                                   L::load_any(odd + i + 1)));
}
/// Halves down columns, and scales for both axes.
template <class L>
OVL_FN void halve_lines(const float* const (&rows)[4], int count, float* out) {
  for (int i = 0; i < count; i += vector_samples)
    store(out + i, halved_by_eight(L::load_any(rows[0] + i), L::load_any(rows[1] + i),
                                   L::load_any(rows[2] + i), L::load_any(rows[3] + i)) *
                       L(halved_scale));
}

/// Rows to be halved, as floats from a tile's first sample, `x`, on: those of a plane. LoadedRows
/// has those of the picture.
struct PlaneRows {
  const PlaneImage& of;
  [[nodiscard]] OVL_FN const float* row(int x, int y, int) const {
    return of.row(mirrored(y, of.size.height)) + x;
  }
};

/// Makes some tiles of a row of a level; finer.row(x, y, samples) are rows of the finer level.
template <class L, class Pass, class Rows>
OVL_FN void halve_row(const Pass& pass, const TileRun& tiles, int y, ImageScratch& scratch,
                      Rows& finer, float* out) {
  float *even = plane_row(scratch, 4), *odd = plane_row(scratch, 5);
  const int width = pass.from.size.width;
  const int right = 2 * (pass.to.size.width - 1) + pass.shift_x + 2;
  const IntRange x{pass.source_x(tiles.first).first, lesser(pass.source_x(tiles.last).last, right)};
  const int samples = tiles.samples();
  const float* rows[4];
  const int top = 2 * y + pass.shift_y - 1;
  if (pass.x_first) {
    for (int i = 0; i < 4; ++i) {
      const auto copy = [&](int at, int count, float* made) OVL_INLINE {
        std::memcpy(made, finer.row(at, top + i, count),
                    static_cast<std::size_t>(count) * sizeof(float));
      };
      float* halved = plane_row(scratch, i);
      halve_line<L>(made_line(width, x, plane_row(scratch, 6), copy), samples, even, odd, halved);
      rows[i] = halved;
    }
    return halve_lines<L>(rows, samples, out);
  }
  const auto halve = [&](int at, int count, float* made) OVL_INLINE {
    for (int i = 0; i < 4; ++i) rows[i] = finer.row(at, top + i, count);
    halve_lines<L>(rows, count, made);
  };
  halve_line<L>(made_line(width, x, plane_row(scratch, 6), halve), samples, even, odd, out);
}
template <class L>
OVL_LONG_FN void run_block(const HalvePlanePass<PlaneImage>& pass, BlockIndex block,
                           ImageScratch& scratch) {
  const PlaneRows rows{pass.from};
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) {
    for (int y = tiles.y.first; y <= tiles.y.last; ++y)
      halve_row<L>(pass, tiles, y, scratch, rows, pass.to.row(y) + tiles.x());
  });
}

/// The first level, made from the picture: row y is `stride` samples after row y - 1.
template <class L>
class HalvedPicture {
 public:
  /// Keeps a few rows of the picture in a worker's memory, from its row `place` on.
  OVL_FN HalvedPicture(const HalvePlanePass<PictureComponent>& pass, ImageScratch& scratch,
                       int place)
      : pass_(pass),
        scratch_(scratch),
        lines_(pass.from),
        rows_(pass.from, rows_of_one, plane_row(scratch, place)) {}
  HalvedPicture(const HalvedPicture&) = delete;  // it points into itself
  HalvedPicture& operator=(const HalvedPicture&) = delete;

  OVL_FN void make(const TileRun& tiles, float* out, std::ptrdiff_t stride) {
    if (halve_words<L>(pass_, lines_, tiles, scratch_, out, stride)) return;
    for (int y = tiles.y.first; y <= tiles.y.last; ++y, out += stride)
      halve_row<L>(pass_, tiles, y, scratch_, rows_, out);
  }

  static constexpr int rows_of_one = 4;  ///< rows of the picture that a row is made from

 private:
  const HalvePlanePass<PictureComponent>& pass_;
  ImageScratch& scratch_;
  SampleLines<L> lines_;
  LoadedRows<L> rows_;
};
template <class L>
OVL_LONG_FN void run_block(const HalvePlanePass<PictureComponent>& pass, BlockIndex block,
                           ImageScratch& scratch) {
  HalvedPicture<L> level(pass, scratch, first_kept_row);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) {
    level.make(tiles, pass.to.row(tiles.y.first) + tiles.x(), row_step(pass.to));
  });
}

/// Rows of the first level for a run of tiles of the second, all made when the first one is asked
/// for, in a worker's memory.
template <class L>
class RowsOfFirstLevel {
 public:
  OVL_FN RowsOfFirstLevel(const HalveTwicePass& pass, ImageScratch& scratch)
      : pass_(pass),
        level_(pass.first, scratch, first_kept_row + most_rows),
        memory_(plane_row(scratch, first_kept_row)) {}

  /// The rows of a run will be asked for.
  OVL_FN void begin(const TileRun& tiles) {
    is_made_ = false;
    y_ = mirrored(PlanePyramidStep::finer(tiles.y, pass_.second.shift_y),
                  pass_.first.to.size.height);
  }
  [[nodiscard]] OVL_FN const float* row(int x, int y, int samples) {
    if (!is_made_) {
      const int first = x >> log2_layer_tile, last = (x + samples - 1) >> log2_layer_tile;
      level_.make({first, last, y_.first >> log2_layer_tile, y_}, memory_, plane_row_samples);
      is_made_ = true;
    }
    return memory_ + (mirrored(y, pass_.first.to.size.height) - y_.first) * plane_row_samples;
  }

 private:
  /// A row of tiles of the second level is made from these.
  static constexpr int most_rows = 2 * layer_tile + 2;
  static_assert((first_kept_row + most_rows + HalvedPicture<L>::rows_of_one) * plane_row_samples <=
                ImageScratch::size);

  const HalveTwicePass& pass_;
  HalvedPicture<L> level_;
  float* memory_;
  IntRange y_{};  ///< rows that the run is made from
  bool is_made_ = false;
};
template <class L>
OVL_LONG_FN void run_block(const HalveTwicePass& pass, BlockIndex block, ImageScratch& scratch) {
  RowsOfFirstLevel<L> rows(pass, scratch);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) {
    rows.begin(tiles);
    for (int y = tiles.y.first; y <= tiles.y.last; ++y)
      halve_row<L>(pass.second, tiles, y, scratch, rows, pass.second.to.row(y) + tiles.x());
  });
}

template <class L>
OVL_LONG_FN void run_block(const ConvolveHalvedPass& pass, BlockIndex block,
                           ImageScratch& scratch) {
  const PlaneImage& to = pass.output();
  float* const halved = plane_row(scratch, first_kept_row);
  HalvedPicture<L> level(pass.halve, scratch, first_kept_row + layer_tile);
  for_each_wanted_run(pass, block, [&](const TileRun& tiles) {
    const auto make = [&](int x, int count, SampleColumn* made) OVL_INLINE {
      const IntRange columns = tiles_of(x, x + count - 1);
      const TileRun all{columns.first, columns.last, tiles.row, tiles.y};
      level.make(all, halved, plane_row_samples);
      make_columns<L>(0, count, made, [&](int at, L(&rows)[layer_tile]) OVL_INLINE {
        for (int row = 0; row < layer_tile; ++row)
          rows[row] = L::load(halved + row * plane_row_samples + at);
      });
    };
    convolve_tiles_along<L>(*pass.convolve.blur, tiles, to.size.width,
                            columns_at(scratch, first_column_row), make,
                            {FilteredTiles(to), tiles});
  });
}

/// doubled_plane() of samples, those on their side, and those on the other.
template <int taps, class L>
OVL_FN L doubled_beside(const L& on, const L& side, const L& other) {
  if constexpr (taps == 3)
    return doubled_plane<3, L>({on, side, other});
  else
    return doubled_plane<2, L>({on, side});
}
/// Doubles samples of a row, from those before and after each.
template <int taps, class L>
OVL_FN void double_samples(const L& before, const L& on, const L& after, float* out) {
  const L even = doubled_beside<taps, L>(on, before, after);
  const L odd = doubled_beside<taps, L>(on, after, before);
  store(out, first_samples_in_turn(even, odd));
  store(out + vector_samples, last_samples_in_turn(even, odd));
}
/// Doubles a row of a plane: samples 2 i and 2 i + 1 are made of sample i + 1 and its neighbours,
/// as doubled_plane() says.
template <int taps, class L>
OVL_FN void double_line(const float* row, int samples, float* out) {
  for (std::ptrdiff_t i = 0; i < samples; i += vector_samples)
    double_samples<taps, L>(L::load_any(row + i), L::load_any(row + i + 1),
                            L::load_any(row + i + 2), out + 2 * i);
}
/// Doubles down columns, and scales for both axes: `rows` are the row nearest to the one made, the
/// one on its side, and the other.
template <int taps, class L>
OVL_FN void double_lines(const float* const (&rows)[taps], int count, float* out) {
  for (int i = 0; i < count; i += vector_samples) {
    L of[taps];
    for (int row = 0; row < taps; ++row) of[row] = L::load_any(rows[row] + i);
    store(out + i, doubled_plane(of) * L(doubled_plane_scale<taps>));
  }
}

/// What some tiles of a level's row, from the tile `first` on, are made of.
struct CoarseRow {
  IntRange x;   ///< of the coarser level
  int samples;  ///< in it, without a neighbour on each side
  int y[3];     ///< its rows: the nearest, the one on the row's side, and the other
  int skip;     ///< samples made before those of the tiles: at most one

  OVL_FN CoarseRow(const PlaneWayBack& step, int first, int tiles, int fine)
      : x(PlanePyramidStep::coarser({first * layer_tile, (first + tiles) * layer_tile - 1},
                                    step.shift_x)),
        samples(x.last - x.first - 1),
        skip(first * layer_tile - (2 * (x.first + 1) + step.shift_x)) {
    const int near = half_of(fine - step.shift_y), side = PlaneWayBack::side_of(fine, step.shift_y);
    y[0] = near;
    y[1] = near + side;
    y[2] = near - side;
  }
};
/// A level doubled down columns, at one row, still to be doubled along x; in `memory` of two rows.
template <int taps, class L, class Level>
OVL_FN const float* between_rows(const Level& from, const CoarseRow& row, float* memory) {
  const auto between = [&](int at, int count, float* made) OVL_INLINE {
    const float* lines[taps];
    for (int i = 0; i < taps; ++i) lines[i] = from.row(mirrored(row.y[i], from.size.height)) + at;
    double_lines<taps, L>(lines, count, made);
  };
  return made_line(from.size.width, row.x, memory, between);
}
/// Makes some tiles of a level's row from the coarser one, after `row.skip` other samples.
template <int taps, class L, class Level>
OVL_FN void double_row(const PlaneWayBack& step, const Level& from, const CoarseRow& row,
                       ImageScratch& scratch, float* out) {
  if (!step.x_first)
    return double_line<taps, L>(between_rows<taps, L>(from, row, plane_row(scratch, 6)),
                                row.samples, out);
  const float* lines[taps];
  for (int i = 0; i < taps; ++i) {
    float* line = plane_row(scratch, 4 + i);
    double_line<taps, L>(plane_line(from, row.y[i], row.x, plane_row(scratch, i)), row.samples,
                         line);
    lines[i] = line;
  }
  double_lines<taps, L>(lines, 2 * row.samples, out);
}
template <int taps, class L>
OVL_LONG_FN void double_block(const DoublePlanePass& pass, BlockIndex block,
                              ImageScratch& scratch) {
  for_each_wanted_row(pass, block, [&](int first, int last, int y) {
    const CoarseRow row(pass, first, last - first + 1, y);
    const int x = first * layer_tile;
    float *made = plane_row(scratch, 3), *to = pass.to.row(y) + x;
    double_row<taps, L>(pass, pass.from, row, scratch, made);
    for (int i = 0; i < (last - first + 1) * layer_tile; i += vector_samples)
      store(to + i, L::load_any(made + row.skip + i));
  });
}
template <class L>
OVL_LONG_FN void run_block(const DoublePlanePass& pass, BlockIndex block, ImageScratch& scratch) {
  if (pass.is_from_last())
    double_block<3, L>(pass, block, scratch);
  else
    double_block<2, L>(pass, block, scratch);
}
/// Makes rows_at_once rows of a picture from the first level of its pyramid, in as many rows of a
/// worker's memory from `place` on. None is read right after it was stored: loads that straddle
/// stored vectors stall.
template <int taps, class L, class Level>
OVL_LONG_FN MadeRows doubled_rows(const PlaneWayBack& step, const Level& level,
                                  const TileRun& tiles, int y, ImageScratch& scratch, int place) {
  const auto coarse = [&](int r) { return CoarseRow(step, tiles.first, tiles.tiles(), y + r); };
  const CoarseRow last = coarse(rows_at_once - 1);
  for (const int below : {2, 3})  // rows that only the next rows see
    fetch_row(level, last.x.first, last.y[0] + below, last.samples);
  MadeRows rows{{}, rows_at_once};
  const float* between[rows_at_once];
  for (int r = 0; r < rows_at_once && !step.x_first; ++r)
    between[r] = between_rows<taps, L>(level, coarse(r), plane_row(scratch, 2 * r));
  for (int r = 0; r < rows_at_once; ++r) {
    const CoarseRow row = coarse(r);
    float* out = plane_row(scratch, place + r);
    rows.row[r] = out + row.skip;
    if (step.x_first)
      double_row<taps, L>(step, level, row, scratch, out);
    else
      double_line<taps, L>(between[r], row.samples, out);
  }
  return rows;
}

template <class L>
OVL_FN MadeRows made_rows(const BlurredPlane& made, const TileRun& tiles, int y,
                          ImageScratch& scratch, int place) {
  if (made.levels() > 0) {
    const PlaneWayBack& step = made.twice;
    return step.is_from_last() ? doubled_rows<3, L>(step, made.coarse, tiles, y, scratch, place)
                               : doubled_rows<2, L>(step, made.coarse, tiles, y, scratch, place);
  }
  const PlaneAxis& blur = *made.second.blur;
  float* const out = plane_row(scratch, place);
  MadeRows rows{{}, layer_tile};
  if (made.second.along_y) {
    rows.count = (tiles.y.last - y + L::neighbors) & -L::neighbors;
    convolve_filtered_down<L, layer_tile>(blur, made.filtered[0], tiles.first, y, rows.count,
                                          tiles.samples(), out, plane_row_samples);
  } else {
    convolve_plane_along<L>(blur, made.filtered[0], tiles, columns_at(scratch, first_column_row),
                            {out, plane_row_samples});
  }
  for (int r = 0; r < rows.count; ++r) rows.row[r] = plane_row(scratch, place + r);
  return rows;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The blur of a picture's planes on the CPU. The picture's samples become floats where a pass reads
// them, and the last step is made for the rows that are mixed.
#pragma once

#include "gpu/cpu/plane_convolve_rows.h"

namespace overlace {

/// Halves a row of a plane: sample i is made of the samples 2 i to 2 i + 3.
template <class L>
OVL_FN void halve_line(const float* row, int samples, float* even, float* odd, float* out) {
  for (int i = 0; i < samples; i += vector_samples) {
    const L first = L::load_any(row + 2 * i), last = L::load_any(row + 2 * i + vector_samples);
    store(even + i, even_samples(first, last));
    store(odd + i, odd_samples(first, last));
  }
  even[samples] = row[2 * samples];
  odd[samples] = row[2 * samples + 1];
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

/// Rows of what is halved, as floats from `x` on, a tile's first sample: those of a plane, or of
/// the picture.
struct PlaneRows {
  const PlaneImage& of;
  [[nodiscard]] OVL_FN const float* row(int x, int y, int) const {
    return of.row(mirrored(y, of.size.height)) + x;
  }
};

/// Makes a level: rows(x, y, samples) are those of the finer one.
template <class L, class Pass, class Rows>
OVL_FN void halve_block(const Pass& pass, BlockIndex block, ImageScratch& scratch, Rows& finer) {
  float *even = plane_row(scratch, 4), *odd = plane_row(scratch, 5);
  const int width = pass.from.size.width;
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const int right = 2 * (pass.to.size.width - 1) + pass.shift_x + 2;
    const IntRange x{pass.source_x(first).first, lesser(pass.source_x(last).last, right)};
    const int samples = (last - first + 1) * layer_tile;
    float* out = pass.to.row(y) + first * layer_tile;
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
  });
}
template <class L>
OVL_FN void run_block(const HalvePlanePass<PlaneImage>& pass, BlockIndex block,
                      ImageScratch& scratch) {
  const PlaneRows rows{pass.from};
  halve_block<L>(pass, block, scratch, rows);
}
template <class L>
OVL_FN void run_block(const HalvePlanePass<PictureComponent>& pass, BlockIndex block,
                      ImageScratch& scratch) {
  constexpr int rows_of_one = 4;
  LoadedRows<L> rows(pass.from, rows_of_one, plane_row(scratch, first_kept_row));
  halve_block<L>(pass, block, scratch, rows);
}

/// Doubles a row of a plane: samples 2 i and 2 i + 1 are made of sample i + 1 and its neighbours.
template <class L>
OVL_FN void double_line(const float* row, int samples, float* out) {
  for (int i = 0; i < samples; i += vector_samples) {
    const L on = L::load_any(row + i + 1);
    const L even = doubled_by_four(on, L::load_any(row + i));
    const L odd = doubled_by_four(on, L::load_any(row + i + 2));
    store(out + 2 * i, first_samples_in_turn(even, odd));
    store(out + 2 * i + vector_samples, last_samples_in_turn(even, odd));
  }
}
/// Doubles down columns, and scales for both axes.
template <class L>
OVL_FN void double_lines(const float* near, const float* far, int count, float* out) {
  for (int i = 0; i < count; i += vector_samples)
    store(out + i, doubled_by_four(L::load_any(near + i), L::load_any(far + i)) * L(doubled_scale));
}

/// Makes some tiles of a row of a level from the coarser one, from the tile `first` on.
template <class L>
OVL_FN void double_row(const PlanePyramidStep& step, const PlaneImage& from, int first, int tiles,
                       int y, ImageScratch& scratch, float* to) {
  float* out = plane_row(scratch, 3);
  const IntRange x{PlanePyramidStep::coarser(first, step.shift_x).first,
                   PlanePyramidStep::coarser(first + tiles - 1, step.shift_x).last};
  const int samples = x.last - x.first - 1;  // of the source, without its neighbours
  const int near_y = half_of(y - step.shift_y);
  const int far_y = near_y - 1 + 2 * ((y - step.shift_y) & 1);
  if (step.x_first) {
    float *near_twice = plane_row(scratch, 4), *far_twice = plane_row(scratch, 5);
    double_line<L>(plane_line(from, near_y, x, plane_row(scratch, 0)), samples, near_twice);
    double_line<L>(plane_line(from, far_y, x, plane_row(scratch, 1)), samples, far_twice);
    double_lines<L>(near_twice, far_twice, 2 * samples, out);
  } else {
    const auto between = [&](int at, int count, float* made) OVL_INLINE {
      const float* near = from.row(mirrored(near_y, from.size.height)) + at;
      const float* far = from.row(mirrored(far_y, from.size.height)) + at;
      double_lines<L>(near, far, count, made);
    };
    double_line<L>(made_line(from.size.width, x, plane_row(scratch, 6), between), samples, out);
  }
  // The first sample that comes out may be one left of the tile.
  const int skip = first * layer_tile - (2 * (x.first + 1) + step.shift_x);
  for (int i = 0; i < tiles * layer_tile; i += vector_samples)
    store(to + i, L::load_any(out + skip + i));
}
template <class L>
OVL_FN void run_block(const DoublePlanePass& pass, BlockIndex block, ImageScratch& scratch) {
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    double_row<L>(pass, pass.from, first, last - first + 1, y, scratch,
                  pass.to.row(y) + first * layer_tile);
  });
}

template <class L>
OVL_FN MadeRows made_rows(const BlurredPlane& made, const TileRun& tiles, int y,
                          ImageScratch& scratch, int place) {
  float* const memory = plane_row(scratch, place);
  if (made.is_filtered() && made.second.along_y) {
    MadeRows rows{{}, rows_at_once};
    float* out[rows_at_once];
    for (int r = 0; r < rows_at_once; ++r) rows.row[r] = out[r] = plane_row(scratch, place + r);
    convolve_plane_down<L>(*made.second.blur, made.filtered, tiles, y, out);
    return rows;
  }
  if (made.is_filtered())
    convolve_plane_along<L>(*made.second.blur, made.filtered, tiles, y, scratch, memory);
  else
    double_row<L>(made.twice, made.coarse, tiles.first, tiles.tiles(), y, scratch, memory);
  return {{memory}, 1};
}

}  // namespace overlace

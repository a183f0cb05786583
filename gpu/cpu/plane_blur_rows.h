// SPDX-License-Identifier: Apache-2.0
// The blur of a picture's planes on the CPU. The picture's samples become floats where a pass reads
// them, and the last step is made for the rows that are mixed.
#pragma once

#include <array>

#include "gpu/cpu/plane_rows.h"
#include "gpu/cpu/sample_lines.h"
#include "gpu/kernels/plane_blur.h"

namespace overlace {

OVL_FN int lesser(int a, int b) {
  return a < b ? a : b;
}

/// The samples `x` of a line, and a vector more that may be anything: where they lie, or, where the
/// plane's edge is near, a copy of them that goes on beyond it.
OVL_FN const float* plane_line(const PlaneImage& plane, int y, IntRange x, float* copy) {
  const float* row = plane.row(mirrored(y, plane.size.height));
  const int width = plane.size.width;
  if (x.first >= 0 && x.last + vector_samples < width) return row + x.first;
  const auto limited = [&](int i) { return i < x.first ? x.first : i <= x.last ? i : x.last + 1; };
  const int first = limited(0), end = limited(width);
  for (int i = x.first; i < first; ++i) copy[i - x.first] = row[mirrored(i, width)];
  for (int i = first; i < end; ++i) copy[i - x.first] = row[i];
  for (int i = end; i <= x.last; ++i) copy[i - x.first] = row[mirrored(i, width)];
  return copy;
}

/// The samples `x` of a line of `width` that has to be made: make(first, count, out) makes so many
/// from a tile's first one on, and what is beyond the line's ends is their mirror image. Returns
/// the first of `x`, in `memory` of two rows.
template <class Make>
OVL_FN const float* made_line(int width, IntRange x, float* memory, const Make& make) {
  const IntRange before{mirrored(x.first, width), mirrored(lesser(x.last, -1), width)};
  const IntRange after{mirrored(x.last, width), mirrored(x.first < width ? width : x.first, width)};
  IntRange made{x.first < 0 ? 0 : x.first, lesser(x.last, width - 1)};
  const auto widen = [&made](IntRange more) {
    made.first = lesser(made.first, lesser(more.first, more.last));
    made.last = -lesser(-made.last, lesser(-more.first, -more.last));
  };
  if (x.first <= -width || x.last >= 2 * width - 1) {  // seen more than once
    made = {0, width - 1};
  } else {
    if (made.first > made.last) made = x.first < 0 ? before : after;
    if (x.first < 0) widen(before);
    if (x.last >= width) widen(after);
  }
  made.first &= -layer_tile;
  const int lead = x.first < made.first ? (made.first - x.first + layer_tile - 1) & -layer_tile : 0;
  float* line = memory + lead - made.first;  // sample i lies at line[i]
  make(made.first, made.last - made.first + 1, memory + lead);
  for (int i = x.first; i < 0 && i <= x.last; ++i) line[i] = line[mirrored(i, width)];
  for (int i = x.first > width ? x.first : width; i <= x.last; ++i)
    line[i] = line[mirrored(i, width)];
  return line + x.first;
}

/// Some tiles of a component's row from `x` on, as floats.
template <class L>
OVL_FN void load_row(const PictureComponent& of, const SampleLines<L>& lines, int x, int y,
                     int count, float* out) {
  const int begin = x, end = lesser(x + count, of.size.width);
  while (x < end) {
    x = lines.load_row(x, end, y, out + (x - begin));
    for (const int tile = lesser(x + layer_tile, end); x < tile; ++x)
      out[x - begin] = of.sample(x, y);
  }
}

/// Rows of a component as floats. Keeps the last ones, because neighbouring rows of what is made of
/// them have most of them in common.
template <class L>
class LoadedRows {
 public:
  static constexpr int most = 2 * most_plane_radius + 1;

  /// Keeps `count` rows, at most `most`, in `memory` of as many.
  OVL_FN LoadedRows(const PictureComponent& of, int count, float* memory)
      : of_(of), lines_(of), count_(count), memory_(memory) {}

  /// Row `y` from `x` on, a tile's first sample; `y` may lie beyond the edges. Valid until `count`
  /// other rows have been asked for.
  OVL_FN const float* row(int x, int y, int samples) {
    if (x != x_ || samples != samples_) {
      row_.fill(-1);
      x_ = x;
      samples_ = samples;
    }
    y = mirrored(y, of_.size.height);
    const int slot = y % count_;
    float* row = memory_ + slot * plane_row_samples;
    if (row_[static_cast<std::size_t>(slot)] != y) load_row(of_, lines_, x, y, samples, row);
    row_[static_cast<std::size_t>(slot)] = y;
    return row;
  }

 private:
  const PictureComponent& of_;
  SampleLines<L> lines_;
  int count_;
  float* memory_;
  int x_ = -1, samples_ = 0;
  std::array<int, most> row_{};  ///< the row in each slot
};

/// Filters some vectors of a row: at(i, k) are the samples i and on, k places away.
template <class L, int vectors, class At>
OVL_FN void convolve_vectors(const PlaneAxis& blur, const At& at, float* out) {
  L sum[vectors];
  const L middle(blur.weight[0]);
  for (int v = 0; v < vectors; ++v) sum[v] = at(v * vector_samples, 0) * middle;
  for (int k = 1; k <= blur.radius; ++k) {
    const L weight(blur.weight[k]);
    for (int v = 0; v < vectors; ++v)
      sum[v] = with_tap(sum[v], weight, at(v * vector_samples, -k), at(v * vector_samples, k));
  }
  for (int v = 0; v < vectors; ++v) store(out + v * vector_samples, sum[v]);
}
/// Filters a row of so many tiles, four at once.
template <class L, class At>
OVL_FN void convolve_tiles(const PlaneAxis& blur, int tiles, const At& at, float* out) {
  constexpr int most = 4;
  int tile = 0;
  const auto next = [&](int i, int k) OVL_INLINE { return at(tile * layer_tile + i, k); };
  for (; tile + most <= tiles; tile += most)
    convolve_vectors<L, most>(blur, next, out + tile * layer_tile);
  for (; tile < tiles; ++tile) convolve_vectors<L, 1>(blur, next, out + tile * layer_tile);
}

/// Filters some tiles of a row of a plane, from the tile `first` on.
template <class L>
OVL_FN void convolve_row(const PlaneConvolution& by, const PlaneImage& from, int first, int tiles,
                         int y, ImageScratch& scratch, float* out) {
  const PlaneAxis& blur = *by.blur;
  const int x = first * layer_tile;
  if (!by.along_y) {
    const int last = lesser(x + tiles * layer_tile, from.size.width) - 1;
    const IntRange reach{x - blur.radius, last + blur.radius};
    const float* line = plane_line(from, y, reach, plane_row(scratch, 0)) + blur.radius;
    const auto at = [&](int i, int k) OVL_INLINE { return L::load_any(line + i + k); };
    return convolve_tiles<L>(blur, tiles, at, out);
  }
  const float* line[LoadedRows<L>::most];
  const float** middle = line + most_plane_radius;
  for (int k = -blur.radius; k <= blur.radius; ++k)
    middle[k] = from.row(mirrored(y + k, from.size.height)) + x;
  const auto at = [&](int i, int k) OVL_INLINE { return L::load(middle[k] + i); };
  convolve_tiles<L>(blur, tiles, at, out);
}
template <class L>
OVL_FN void run_block(const ConvolvePlanePass& pass, BlockIndex block, ImageScratch& scratch) {
  const PlaneImage &from = pass.source(), &to = pass.output();
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    convolve_row<L>(pass, from, first, last - first + 1, y, scratch,
                    to.row(y) + first * layer_tile);
  });
}
template <class L>
OVL_FN void run_block(const ConvolvePicturePass& pass, BlockIndex block, ImageScratch& scratch) {
  const PictureComponent& from = pass.from;
  const PlaneAxis& blur = *pass.blur;
  const SampleLines<L> lines(from);
  LoadedRows<L> rows(from, 2 * blur.radius + 1, plane_row(scratch, first_kept_row));
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const int x = first * layer_tile, tiles = last - first + 1;
    float* out = pass.to.row(y) + x;
    if (!pass.along_y) {
      const int end = lesser(x + tiles * layer_tile, from.size.width);
      const auto load = [&](int at, int count, float* row)
                            OVL_INLINE { load_row(from, lines, at, y, count, row); };
      const float* line = made_line(from.size.width, {x - blur.radius, end - 1 + blur.radius},
                                    plane_row(scratch, 0), load) +
                          blur.radius;
      const auto at = [&](int i, int k) OVL_INLINE { return L::load_any(line + i + k); };
      return convolve_tiles<L>(blur, tiles, at, out);
    }
    const float* line[LoadedRows<L>::most];
    const float** middle = line + most_plane_radius;
    for (int k = -blur.radius; k <= blur.radius; ++k)
      middle[k] = rows.row(x, y + k, tiles * layer_tile);
    const auto at = [&](int i, int k) OVL_INLINE { return L::load(middle[k] + i); };
    convolve_tiles<L>(blur, tiles, at, out);
  });
}

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
OVL_FN const float* made_row(const BlurredPlane& made, int x, int y, int tiles, float* copy,
                             ImageScratch& scratch) {
  const int first = x >> log2_layer_tile;
  if (made.is_filtered())
    convolve_row<L>(made.second, made.filtered, first, tiles, y, scratch, copy);
  else
    double_row<L>(made.twice, made.coarse, first, tiles, y, scratch, copy);
  return copy;
}

}  // namespace overlace

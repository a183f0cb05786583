// SPDX-License-Identifier: Apache-2.0
// Passes over the planes of a picture on the CPU: rows of tiles, sixteen samples of a row in the
// lanes of a vector.
#pragma once

#include "gpu/cpu/image_kernels.h"
#include "gpu/cpu/image_rows.h"

namespace overlace {

static_assert(layer_tile == vector_samples);

/// A row of a block's samples, with its halo or twice as long, in a worker's memory.
OVL_FN float* plane_row(ImageScratch& scratch, int i) {
  constexpr int longest = 3 * 32 * layer_tile;
  return scratch.samples + i * longest;
}

OVL_FN int lesser(int a, int b) {
  return a < b ? a : b;
}

/// Calls run(first, last, y) for each row of the runs of wanted tiles in a block.
template <class Pass, class Run>
OVL_FN void for_each_wanted_row(const Pass& pass, BlockIndex block, const Run& run) {
  const auto& to = pass.output();
  const int left = block.column * Pass::block.columns, top = block.row * Pass::block.rows;
  const int right =
      left + Pass::block.columns < to.columns() ? left + Pass::block.columns : to.columns();
  for (int row = top; row < top + Pass::block.rows && row < to.rows(); ++row) {
    for (int first = left; first < right;) {
      int end = first;
      while (end < right && to.is_wanted(end, row)) ++end;
      const int bottom =
          (row + 1) * layer_tile < to.size.height ? (row + 1) * layer_tile : to.size.height;
      for (int y = row * layer_tile; first < end && y < bottom; ++y) run(first, end - 1, y);
      first = end + 1;
    }
  }
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

/// The samples `x` of a line that is made of a plane's lines, each of them of those in its column:
/// make(first, count, out) makes so many from a tile's first one on, and what is beyond the plane's
/// edges is their mirror image. Returns the first of `x`, in `memory` of two rows.
template <class Make>
OVL_FN const float* line_of_lines(const PlaneImage& plane, IntRange x, float* memory,
                                  const Make& make) {
  const int width = plane.size.width;
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

template <class L>
OVL_FN void run_block(const ConvolvePlanePass& pass, BlockIndex block, ImageScratch& scratch) {
  const PlaneImage &from = pass.source(), &to = pass.output();
  const PlaneAxis& blur = *pass.blur;
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const int x = first * layer_tile, tiles = last - first + 1;
    float* out = to.row(y) + x;
    if (!pass.along_y) {
      const IntRange reach{pass.source_x(first).first,
                           lesser(pass.source_x(last).last, to.size.width - 1 + blur.radius)};
      const float* line = plane_line(from, y, reach, scratch.samples) + (x - reach.first);
      convolve_tiles<L>(
          blur, tiles, [&](int i, int k) OVL_INLINE { return L::load_any(line + i + k); }, out);
      return;
    }
    const float* line[2 * most_plane_radius + 1];
    const float** middle = line + most_plane_radius;
    for (int k = -blur.radius; k <= blur.radius; ++k)
      middle[k] = from.row(mirrored(y + k, from.size.height)) + x;
    convolve_tiles<L>(
        blur, tiles, [&](int i, int k) OVL_INLINE { return L::load(middle[k] + i); }, out);
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

template <class L>
OVL_FN void run_block(const HalvePlanePass& pass, BlockIndex block, ImageScratch& scratch) {
  float *even = plane_row(scratch, 4), *odd = plane_row(scratch, 5);
  const PlaneImage& from = pass.from;
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const int right = 2 * (pass.to.size.width - 1) + pass.shift_x + 2;
    const IntRange x{pass.source_x(first).first, lesser(pass.source_x(last).last, right)};
    const int samples = (last - first + 1) * layer_tile;
    float* out = pass.to.row(y) + first * layer_tile;
    const float* rows[4];
    const int top = 2 * y + pass.shift_y - 1;
    if (pass.x_first) {
      for (int i = 0; i < 4; ++i) {
        float* copy = plane_row(scratch, i);
        halve_line<L>(plane_line(from, top + i, x, copy), samples, even, odd, copy);
        rows[i] = copy;
      }
      return halve_lines<L>(rows, samples, out);
    }
    const float* down = line_of_lines(
        from, x, plane_row(scratch, 6), [&](int at, int count, float* made) OVL_INLINE {
          for (int i = 0; i < 4; ++i) rows[i] = from.row(mirrored(top + i, from.size.height)) + at;
          halve_lines<L>(rows, count, made);
        });
    halve_line<L>(down, samples, even, odd, out);
  });
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

template <class L>
OVL_FN void run_block(const DoublePlanePass& pass, BlockIndex block, ImageScratch& scratch) {
  const PlaneImage& from = pass.from;
  float* out = plane_row(scratch, 3);
  float *near_twice = plane_row(scratch, 4), *far_twice = plane_row(scratch, 5);
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const IntRange x{pass.source_x(first).first, pass.source_x(last).last};
    const int samples = x.last - x.first - 1;  // of the source, without its neighbours
    // The first sample that comes out may be one left of the tile.
    const int skip = first * layer_tile - (2 * (x.first + 1) + pass.shift_x);
    const int near_y = half_of(y - pass.shift_y);
    const int far_y = near_y - 1 + 2 * ((y - pass.shift_y) & 1);
    if (pass.x_first) {
      double_line<L>(plane_line(from, near_y, x, plane_row(scratch, 0)), samples, near_twice);
      double_line<L>(plane_line(from, far_y, x, plane_row(scratch, 1)), samples, far_twice);
      double_lines<L>(near_twice, far_twice, 2 * samples, out);
    } else {
      const auto between = [&](int at, int count, float* made) OVL_INLINE {
        const float* near = from.row(mirrored(near_y, from.size.height)) + at;
        const float* far = from.row(mirrored(far_y, from.size.height)) + at;
        double_lines<L>(near, far, count, made);
      };
      double_line<L>(line_of_lines(from, x, plane_row(scratch, 6), between), samples, out);
    }
    float* to = pass.to.row(y) + first * layer_tile;
    for (int i = 0; i < (last - first + 1) * layer_tile; i += vector_samples)
      store(to + i, L::load_any(out + skip + i));
  });
}

template <class L, class Formula>
OVL_FN void run_block(const SamplePass<Formula>& pass, BlockIndex block, ImageScratch&) {
  const PlaneImage to = pass.output();
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const int beyond = (last + 1) * layer_tile, width = to.size.width;
    for (int x = first * layer_tile; x < beyond && x < width; ++x)
      to.row(y)[x] = pass.formula.sample(x, y);
  });
}

/// Marks what is wanted of a row of tiles.
template <class Pass, class Wants>
OVL_FN void mark_row(const PlaneImage& of, const Pass& pass, BlockIndex block, const Wants& wants) {
  const int left = block.column * pass.block.columns, right = left + pass.block.columns;
  for (int column = left; column < right && column < of.columns(); ++column)
    of.wanted[block.row * of.columns() + column] = wants(column) ? 1 : 0;
}
template <class L, class Formula>
OVL_FN void run_block(const WantPass<SamplePass<Formula>>& pass, BlockIndex block, ImageScratch&) {
  mark_row(pass.output(), pass, block,
           [&](int column) OVL_INLINE { return pass.wants(column, block.row); });
}
/// Of a pass that looks around: the rows that see this one are laid on top of each other.
template <class L, class Pass>
OVL_FN void run_block(const WantPass<Pass>& pass, BlockIndex block, ImageScratch& scratch) {
  const PlaneImage &of = pass.output(), &to = pass.pass.output();
  auto* any = reinterpret_cast<std::uint8_t*>(scratch.samples);
  const int columns = to.columns();
  const IntRange rows = pass.seen_rows(block.row);
  std::memset(any, 0, static_cast<std::size_t>(columns));
  for (int row = rows.first; row <= rows.last; ++row)
    for (int column = 0; column < columns; ++column)
      any[column] |= to.wanted[row * columns + column];
  mark_row(of, pass, block, [&](int column) OVL_INLINE {
    const IntRange seen = pass.seen_columns(column);
    for (int i = seen.first; i <= seen.last; ++i)
      if (any[i] != 0) return true;
    return false;
  });
}

}  // namespace overlace

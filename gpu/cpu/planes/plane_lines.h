// SPDX-License-Identifier: Apache-2.0
// Rows of planes, and of a picture's components as floats, mirrored beyond their edges.
#pragma once

#include "gpu/cpu/planes/plane_rows.h"
#include "gpu/cpu/planes/sample_lines.h"
#include "gpu/kernels/plane_blur.h"

namespace overlace {

OVL_FN int lesser(int a, int b) {
  return a < b ? a : b;
}

/// The samples of a line of `length` that some samples mirror, or are.
OVL_FN IntRange mirrored(IntRange samples, int length) {
  IntRange seen{length, -1};
  for (int i = samples.first; i <= samples.last; ++i) {
    const int at = mirrored(i, length);
    seen = {lesser(seen.first, at), seen.last > at ? seen.last : at};
  }
  return seen;
}

/// The samples `x` of a line, and a vector more that may be anything: in place, or, near the
/// plane's edge, in `copy`, mirrored beyond it.
template <class Plane>
OVL_FN const float* plane_line(const Plane& plane, int y, IntRange x, float* copy) {
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

/// The samples `x` of a line of `width` that has to be made: make(first, count, out) makes `count`
/// from a tile's first one on, and those beyond the line's ends are mirrored. Returns the first of
/// `x`, in `memory` of two rows.
template <class Sample, class Make>
OVL_FN const Sample* made_line(int width, IntRange x, Sample* memory, const Make& make) {
  const IntRange before{mirrored(x.first, width), mirrored(lesser(x.last, -1), width)};
  const IntRange after{mirrored(x.last, width), mirrored(x.first < width ? width : x.first, width)};
  IntRange made{x.first < 0 ? 0 : x.first, lesser(x.last, width - 1)};
  const auto widen = [&made](IntRange more) {
    made.first = lesser(made.first, lesser(more.first, more.last));
    made.last = -lesser(-made.last, lesser(-more.first, -more.last));
  };
  if (x.first <= -width || x.last >= 2 * width - 1) {  // some are mirrored more than once
    made = {0, width - 1};
  } else {
    if (made.first > made.last) made = x.first < 0 ? before : after;
    if (x.first < 0) widen(before);
    if (x.last >= width) widen(after);
  }
  made.first &= -layer_tile;
  const int lead = x.first < made.first ? (made.first - x.first + layer_tile - 1) & -layer_tile : 0;
  Sample* line = memory + lead - made.first;  // sample i is line[i]
  make(made.first, made.last - made.first + 1, memory + lead);
  const bool once = x.first > -width && x.last < 2 * width - 1;  // the usual case, and a quick one
  for (int i = x.first; i < 0 && i <= x.last; ++i) line[i] = line[once ? -i : mirrored(i, width)];
  for (int i = x.first > width ? x.first : width; i <= x.last; ++i)
    line[i] = line[once ? 2 * (width - 1) - i : mirrored(i, width)];
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

/// Rows of a component as floats. Keeps the latest ones, because neighbouring rows of the result
/// are made of mostly the same rows.
template <class L>
class LoadedRows {
 public:
  static constexpr int most = 2 * most_plane_radius + layer_tile;

  /// Keeps `count` rows, at most `most`, in `memory` of as many.
  OVL_FN LoadedRows(const PictureComponent& of, int count, float* memory)
      : of_(of), lines_(of), count_(count), memory_(memory) {}

  /// Row `y` from `x` on, a tile's first sample; `y` may lie beyond the edges. Valid until `count`
  /// other rows have been asked for.
  OVL_FN const float* row(int x, int y, int samples) {
    if (x != x_ || samples != samples_) {
      for (int& kept : row_) kept = -1;
      x_ = x;
      samples_ = samples;
    }
    y = mirrored(y, of_.size.height);
    const int slot = y % count_;
    float* row = memory_ + slot * plane_row_samples;
    if (row_[slot] != y) load_row(of_, lines_, x, y, samples, row);
    row_[slot] = y;
    return row;
  }

 private:
  const PictureComponent& of_;
  SampleLines<L> lines_;
  int count_;
  float* memory_;
  int x_ = -1, samples_ = 0;
  int row_[most]{};  ///< the row in each slot
};

}  // namespace overlace

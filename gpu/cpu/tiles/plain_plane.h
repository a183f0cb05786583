// SPDX-License-Identifier: Apache-2.0
// Blends blocks into a plane of consecutive integer samples.
#pragma once

#include "gpu/cpu/tiles/sample_io.h"

namespace overlace {

/// Paint and alpha of one component of a block, and which of its samples they change.
template <class L>
struct BlockPaint {
  L paint, alpha, change;
};

/// Blends a tile's blocks into a component of the picture. All blocks are plain, and all of their
/// samples are present. Returns the bytes written.
template <class Sample>
struct PlainPlane {
  PlainPlane(const Target& into, const TargetPlane& plane, int x, int y)
      : target(into), first(sample_at(plane, x, y)), stride(plane.stride) {}
  template <class L>
  OVL_FN std::size_t blend(int block, const BlockPaint<L>& paint) const {
    const int x = block % block_columns * block_width, y = block / block_columns * block_height;
    std::byte* row = first + y * stride;
    Sample* top = reinterpret_cast<Sample*>(row) + x;
    Sample* bottom = reinterpret_cast<Sample*>(row + stride) + x;
    const L under = load_rows<L>(top, bottom, target.shift);
    const L value = fma(under, L(1.0F) - paint.alpha, paint.paint);
    store_rows(top, bottom, storable<Sample>(target, value), target.shift);
    return block_lanes * sizeof(Sample);
  }
  /// Blends one paint into `count` blocks in a row, from `block` on. Returns the bytes written.
  template <class L>
  OVL_FN std::size_t blend_run(int block, int count, const L& paint, const L& alpha) const {
    constexpr int at_once = block_lanes / block_width;
    const int wide = count & -at_once;
    const int x = block % block_columns * block_width, y = block / block_columns * block_height;
    for (int row = y; row < y + block_height; ++row)
      blend_row(target, reinterpret_cast<Sample*>(first + row * stride) + x, wide * block_width,
                paint, L(1.0F) - alpha);
    if (wide < count) blend(block + wide, BlockPaint<L>{paint, alpha, alpha});
    return static_cast<std::size_t>(count) * block_lanes * sizeof(Sample);
  }
  /// Sets all samples of `count` blocks in a row, from `block` on; they fill their words. Returns
  /// the bytes written.
  template <class L>
  OVL_FN std::size_t cover(int block, int count, const L& value) const {
    alignas(64) Sample samples[block_height][block_width] = {};
    store_rows(samples[0], samples[1], storable<Sample>(target, value), target.shift);
    const int x = block % block_columns * block_width, y = block / block_columns * block_height;
    for (int row = y; row < y + block_height; ++row)
      repeat(samples[0], count, reinterpret_cast<Sample*>(first + row * stride) + x);
    return static_cast<std::size_t>(count) * sizeof samples;
  }
  const Target& target;
  std::byte* first;
  std::ptrdiff_t stride;
};

}  // namespace overlace

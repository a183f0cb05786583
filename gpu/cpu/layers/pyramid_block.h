// SPDX-License-Identifier: Apache-2.0
// Steps between the levels of a blur's pyramid on the CPU: a row of tiles at once. Every row of the
// source is laid out once.
#pragma once

#include <cstddef>

#include "gpu/cpu/layers/image_rows.h"

namespace overlace {

/// The rows of the source that the next row of the output is made of: row y is in slot y % 4.
class RowRing {
 public:
  static constexpr int slots = 4;
  /// The tiles that a block is halved from, a neighbour on each side, and what vectors read beyond.
  static constexpr std::ptrdiff_t slot_samples =
      (2 * PyramidPass::block.columns + 4) * tile_samples;
  static_assert((slots + 1) * slot_samples <= ImageScratch::size);  // one more row follows the ring

  RowRing(float* samples, int first) : samples_(samples), next_(first) {}
  /// Has load(y, slot) lay out the rows up to `last`, which never decreases.
  template <class Load>
  OVL_FN void advance(int last, const Load& load) {
    for (; next_ <= last; ++next_) load(next_, slot(next_));
  }
  [[nodiscard]] OVL_FN float* slot(int y) const {
    return samples_ + (y & (slots - 1)) * slot_samples;
  }

 private:
  float* samples_;
  int next_;
};

/// Four pixels of half the size, made of the ten from `at` on.
template <class L>
OVL_FN L halved_pixels(const float* at) {
  const L a = L::load_any(at), b = L::load_any(at + 16);
  const L c = L::load_any(at + 8), d = L::load_any(at + 24);
  return halved_by_eight(even_pixels(a, b), odd_pixels(a, b), even_pixels(c, d), odd_pixels(c, d));
}
/// Eight pixels of twice the size.
template <class L>
struct EightPixels {
  L first, last;
};
/// They are made of four pixels, the first of which is the second one at `at`, and their
/// neighbours. The eight begin with the first or, if `second`, the second one made of that pixel.
template <class L>
OVL_FN EightPixels<L> doubled_pixels(const float* at, bool second) {
  const L before = L::load_any(at), on = L::load_any(at + 4), after = L::load_any(at + 8);
  const L later = doubled_by_four(on, after);
  const L earlier = second ? doubled_by_four(after, on) : doubled_by_four(on, before);
  const L a = second ? later : earlier, b = second ? earlier : later;
  return {first_in_turn(a, b), last_in_turn(a, b)};
}

// Scales are powers of two, so it does not matter when they are applied.

template <class L>
OVL_FN L flat_result(const HalvePass&, const L& pixel) {
  const L across = halved_by_eight(pixel, pixel, pixel, pixel);
  return halved_by_eight(across, across, across, across) * L(halved_scale);
}
template <class L>
OVL_FN L flat_result(const DoublePass&, const L& pixel) {
  const L across = doubled_by_four(pixel, pixel);
  return doubled_by_four(across, across) * L(doubled_scale);
}

template <class L>
OVL_LONG_FN void run_block(const HalvePass& pass, const BlockTiles& tiles, ImageScratch& scratch) {
  const TiledImage from = pass.from, to = pass.to;
  float* row = scratch.samples + RowRing::slots * RowRing::slot_samples;
  const int top = tiles.rows.first * layer_tile, left_rows = to.size.height - top;
  const int bottom = top + (left_rows < layer_tile ? left_rows : layer_tile);
  for_each_run(to, tiles, [&](IntRange run) OVL_INLINE {
    const IntRange x{pass.source_x(run.first).first, pass.source_x(run.last).last};
    const IntRange reached = tiles_of(x.first, x.last);
    const float* begin = row + std::ptrdiff_t{4} * (x.first - reached.first * layer_tile);
    const int staged = (reached.last - reached.first + 1) * tile_samples;
    const int first = run.first * layer_tile;
    const int samples = (run.last - run.first + 1) * tile_samples;
    const auto halved = [&](std::ptrdiff_t i)
                            OVL_INLINE { return halved_pixels<L>(begin + 2 * i); };
    const auto load = [&](int y, float* slot) OVL_INLINE {
      if (!pass.x_first) return load_row<L>(from, y, reached, slot);
      load_row<L>(from, y, reached, row);
      for (int i = 0; i < samples; i += vector_samples) store(slot + i, halved(i));
    };
    RowRing ring(scratch.samples, 2 * top + pass.shift_y - 1);
    for (int y = top; y < bottom; ++y) {
      const int above = 2 * y + pass.shift_y - 1;
      ring.advance(above + 3, load);
      const float *a = ring.slot(above), *b = ring.slot(above + 1);
      const float *c = ring.slot(above + 2), *d = ring.slot(above + 3);
      const auto between = [&](int i) OVL_INLINE {
        return halved_by_eight(L::load(a + i), L::load(b + i), L::load(c + i), L::load(d + i)) *
               L(halved_scale);
      };
      if (!pass.x_first)
        for (int i = 0; i < staged; i += vector_samples) store(row + i, between(i));
      for (int i = 0; i < samples; i += vector_samples)
        store_pixels(to, first + i / 4, y, pass.x_first ? between(i) : halved(i));
    }
  });
}

template <class L>
OVL_LONG_FN void run_block(const DoublePass& pass, const BlockTiles& tiles, ImageScratch& scratch) {
  const TiledImage from = pass.source(), to = pass.to;
  float* row = scratch.samples + RowRing::slots * RowRing::slot_samples;
  const bool second = (pass.shift_x & 1) != 0;  // tiles begin in the middle of a pair
  const int top = tiles.rows.first * layer_tile, left_rows = to.size.height - top;
  const int bottom = top + (left_rows < layer_tile ? left_rows : layer_tile);
  for_each_run(to, tiles, [&](IntRange run) OVL_INLINE {
    const IntRange x{pass.source_x(run.first).first, pass.source_x(run.last).last};
    const IntRange reached = tiles_of(x.first, x.last);
    const float* begin = row + std::ptrdiff_t{4} * (x.first - reached.first * layer_tile);
    const int staged = (reached.last - reached.first + 1) * tile_samples;
    const int first = run.first * layer_tile;
    const int samples = (run.last - run.first + 1) * tile_samples;
    const auto load = [&](int y, float* slot) OVL_INLINE {
      if (!pass.x_first) return load_row<L>(from, y, reached, slot);
      load_row<L>(from, y, reached, row);
      for (int i = 0; i < samples; i += 2 * vector_samples) {
        const EightPixels<L> made = doubled_pixels<L>(begin + i / 2, second);
        store(slot + i, made.first);
        store(slot + i + vector_samples, made.last);
      }
    };
    RowRing ring(scratch.samples, half_of(top - pass.shift_y) - 1);
    for (int y = top; y < bottom; ++y) {
      const int near = half_of(y - pass.shift_y);
      const int far = near - 1 + 2 * ((y - pass.shift_y) & 1);
      ring.advance(near + 1, load);
      const float *near_row = ring.slot(near), *far_row = ring.slot(far);
      const auto between = [&](int i) OVL_INLINE {
        return doubled_by_four(L::load(near_row + i), L::load(far_row + i)) * L(doubled_scale);
      };
      if (pass.x_first) {
        for (int i = 0; i < samples; i += vector_samples)
          store_pixels(to, first + i / 4, y, between(i));
        continue;
      }
      for (int i = 0; i < staged; i += vector_samples) store(row + i, between(i));
      for (int i = 0; i < samples; i += 2 * vector_samples) {
        const EightPixels<L> made = doubled_pixels<L>(begin + i / 2, second);
        store_pixels(to, first + i / 4, y, made.first);
        store_pixels(to, first + i / 4 + vector_pixels, y, made.last);
      }
    }
  });
}

}  // namespace overlace

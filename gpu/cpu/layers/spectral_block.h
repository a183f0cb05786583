// SPDX-License-Identifier: Apache-2.0
// Filters of spatial frequencies on the CPU: sixteen lines are transformed at once, one in each
// lane of a vector. Sixteen lines side by side form a bundle, which has four vectors for each
// point, one for each sample of a pixel.
#pragma once

#include <cstddef>
#include <cstring>

#include "gpu/cpu/layers/image_rows.h"
#include "gpu/kernels/spectral.h"

namespace overlace {

static_assert(spectral_lines == vector_samples);
inline constexpr std::ptrdiff_t sample_floats = spectral_lines, point_floats = 4 * sample_floats;
static_assert(most_points * point_floats + std::ptrdiff_t{layer_tile} * tile_samples <=
              ImageScratch::size);

template <class L>
OVL_FN void load_points(const float* at, Complex<L> (&point)[4], std::ptrdiff_t apart) {
  for (int i = 0; i < 4; ++i) {
    const float* from = at + i * apart * point_floats;
    point[i] = {L::load(from), L::load(from + spectral_lines)};
  }
}
template <class L>
OVL_FN void store_points(float* at, const Complex<L> (&point)[4], std::ptrdiff_t apart) {
  for (int i = 0; i < 4; ++i) {
    float* to = at + i * apart * point_floats;
    store(to, point[i].re);
    store(to + spectral_lines, point[i].im);
  }
}
/// Transforms a run of two points of a bundle.
template <class L>
OVL_FN void swap_points(float* run) {
  for (float* pair : {run, run + 2 * sample_floats}) {
    float* second = pair + point_floats;
    Complex<L> a{L::load(pair), L::load(pair + spectral_lines)};
    Complex<L> b{L::load(second), L::load(second + spectral_lines)};
    swap_two(a, b);
    store(pair, a.re);
    store(pair + spectral_lines, a.im);
    store(second, b.re);
    store(second + spectral_lines, b.im);
  }
}

/// Transforms a run of 2^log2 points of a bundle, quarter by quarter, so that they stay in a cache.
template <class L>
void split_run(float* run, int log2, const QuarterWave& wave) {
  if (log2 == 1) return swap_points<L>(run);
  if (log2 < 1) return;
  const std::ptrdiff_t apart = 1 << (log2 - 2);
  for (int i = 0; i < apart; ++i)
    for (const int pair : {0, 2 * spectral_lines}) {
      float* at = run + i * point_floats + pair;
      Complex<L> point[4];
      load_points(at, point, apart);
      split_four(point, ButterflyTwiddles(wave, Butterfly(i, log2).turn));
      store_points(at, point, apart);
    }
  for (int i = 0; i < 4; ++i) split_run<L>(run + i * apart * point_floats, log2 - 2, wave);
}
template <class L>
void join_run(float* run, int log2, const QuarterWave& wave) {
  if (log2 == 1) return swap_points<L>(run);
  if (log2 < 1) return;
  const std::ptrdiff_t apart = 1 << (log2 - 2);
  for (int i = 0; i < 4; ++i) join_run<L>(run + i * apart * point_floats, log2 - 2, wave);
  for (int i = 0; i < apart; ++i)
    for (const int pair : {0, 2 * spectral_lines}) {
      float* at = run + i * point_floats + pair;
      Complex<L> point[4];
      load_points(at, point, apart);
      join_four(point, ButterflyTwiddles(wave, Butterfly(i, log2).turn));
      store_points(at, point, apart);
    }
}

// A patch is 16 x 16 pixels as shown, row by row, with the samples of each pixel together. In
// memory, a window is a row of bundles of columns, so a patch is part of one bundle; a bundle of
// rows is made of patches.

/// Turns a patch, of pixels or of a bundle of columns, into points of a bundle of rows.
OVL_FN void to_lines(const float* patch, float* points, std::ptrdiff_t pixel_step,
                     std::ptrdiff_t sample_step) {
  for (int x = 0; x < spectral_lines; ++x)
    for (int c = 0; c < 4; ++c) {
      float* to = points + x * point_floats + c * sample_floats;
      const float* from = patch + x * pixel_step + c * sample_step;
      for (int y = 0; y < spectral_lines; ++y) to[y] = from[y * point_floats];
    }
}
/// The inverse.
OVL_FN void from_lines(const float* points, float* patch, std::ptrdiff_t pixel_step,
                       std::ptrdiff_t sample_step) {
  for (int y = 0; y < spectral_lines; ++y)
    for (int c = 0; c < 4; ++c) {
      float* to = patch + y * point_floats + c * sample_step;
      const float* from = points + c * sample_floats + y;
      for (int x = 0; x < spectral_lines; ++x) to[x * pixel_step] = from[x * point_floats];
    }
}
/// Steps within patches of pixels, and within patches of a bundle of columns, in floats.
struct PatchSteps {
  std::ptrdiff_t pixel, sample;
};
inline constexpr PatchSteps pixel_patch{4, 1}, column_patch{1, sample_floats};

/// Works on a window on the CPU.
template <class L>
class SpectralBlock {
 public:
  SpectralBlock(const SpectralPass& pass, ImageScratch& scratch)
      : pass_(pass),
        window_(pass.window),
        wave_(pass.spectral->wave),
        line_(scratch.samples),
        patch_(scratch.samples + most_points * point_floats) {}

  /// Makes the sixteen rows from 16 x `unit` on.
  void make_rows(int unit) {
    const int top = unit * spectral_lines;
    bool any = false;
    for (int x = 0; x < window_.width(); x += spectral_lines) {
      any = read_patch(x, top) || any;
      to_lines(patch_, line_ + x * point_floats, pixel_patch.pixel, pixel_patch.sample);
    }
    pass_.memory.rows[unit] = any ? 1 : 0;
    if (any) split_run<L>(line_, window_.log2_width, wave_);
    for (int x = 0; x < window_.width(); x += spectral_lines)
      from_lines(line_ + x * point_floats, column_at(x, top), column_patch.pixel,
                 column_patch.sample);
  }

  /// Makes the sixteen columns from 16 x `unit` on.
  void make_columns(int unit) {
    if (!has_rows()) return;
    float* run = column_at(unit * spectral_lines, 0);
    split_run<L>(run, window_.log2_height, wave_);
    alignas(64) float across[spectral_lines];
    for (int i = 0; i < spectral_lines; ++i)
      across[i] = frequency_of(unit * spectral_lines + i, window_.log2_width);
    const L x = L::load(across);
    const L scale(1.0F / static_cast<float>(window_.width()) /
                  static_cast<float>(window_.height()));
    for (int y = 0; y < window_.height(); ++y) {
      const L down(frequency_of(y, window_.log2_height));
      const L gain = gain_at(*pass_.spectral, x, down) * scale;
      float* point = run + y * point_floats;
      for (int c = 0; c < point_floats; c += spectral_lines)
        store(point + c, L::load(point + c) * gain);
    }
    join_run<L>(run, window_.log2_height, wave_);
  }

  /// Stores the rows that make_rows makes.
  void store_rows(int unit) {
    const int top = unit * spectral_lines, shown = window_.top + top;
    if (shown + spectral_lines <= window_.y.first || shown > window_.y.last) return;
    const bool any = has_rows();
    for (int x = 0; any && x < window_.width(); x += spectral_lines)
      to_lines(column_at(x, top), line_ + x * point_floats, column_patch.pixel,
               column_patch.sample);
    if (any) join_run<L>(line_, window_.log2_width, wave_);
    for (int x = 0; x < window_.width(); x += spectral_lines) {
      if (window_.left + x + spectral_lines <= window_.x.first || window_.left + x > window_.x.last)
        continue;
      float* points = line_ + x * point_floats;
      if (any)
        limit(points);
      else
        std::memset(points, 0, spectral_lines * point_floats * sizeof(float));
      from_lines(points, patch_, pixel_patch.pixel, pixel_patch.sample);
      store_patch(window_.left + x, shown);
    }
  }

 private:
  [[nodiscard]] float* column_at(int x, int y) const {
    return pass_.memory.samples +
           (static_cast<std::ptrdiff_t>(x / spectral_lines) * window_.height() + y) * point_floats;
  }
  [[nodiscard]] OVL_FN float* patch_row(int i) const {
    return patch_ + std::ptrdiff_t{i} * tile_samples;
  }
  [[nodiscard]] bool has_rows() const {
    return pass_.memory.any_row(window_.height() / spectral_lines);
  }
  OVL_FN static void limit(float* points) {
    for (int i = 0; i < spectral_lines; ++i, points += point_floats) {
      L sample[4];
      for (int c = 0; c < 4; ++c) sample[c] = L::load(points + c * sample_floats);
      limit_pixel(sample[0], sample[1], sample[2], sample[3]);
      for (int c = 0; c < 4; ++c) store(points + c * sample_floats, sample[c]);
    }
  }

  /// Reads the patch at a point of the window. Returns whether it may hold anything.
  OVL_FN bool read_patch(int x, int y) const {
    bool any = false;
    for (int i = 0; i < spectral_lines; ++i)
      any = read_row(window_.left + x, window_.top + y + i, patch_row(i)) || any;
    return any;
  }
  OVL_FN bool read_row(int x, int y, float* out) const {
    const bool is_plain =
        pass_.stored == Orientation{} && x >= 0 && x + spectral_lines <= window_.shown.width;
    if (is_plain) {
      const int row = mirrored(y, window_.shown.height), last = x + spectral_lines - 1;
      const bool first_has = has_tile(x, row), last_has = has_tile(last, row);
      if (!first_has && !last_has) {
        std::memset(out, 0, tile_samples * sizeof(float));
        return false;
      }
      if (is_mixed(x, row) && is_mixed(last, row)) {
        const std::uint16_t* pixels = pass_.from.at(x, row);
        for (int i = 0; i < tile_samples; i += vector_samples)
          store(out + i, L::load_any_half(pixels + i));
        return true;
      }
    }
    bool any = false;
    for (int i = 0; i < spectral_lines; ++i) {
      const PixelPosition<int> at = pass_.source(x + i, y);
      const Samples pixel = seen_samples(at.x, at.y);
      for (int c = 0; c < 4; ++c) {
        out[4 * i + c] = pixel.value[c];
        any = any || pixel.value[c] != 0;
      }
    }
    return any;
  }
  [[nodiscard]] OVL_FN bool has_tile(int x, int y) const {
    return pass_.from.is_occupied(x >> log2_layer_tile, y >> log2_layer_tile);
  }
  [[nodiscard]] OVL_FN bool is_mixed(int x, int y) const {
    return pass_.from.is_mixed(x >> log2_layer_tile, y >> log2_layer_tile);
  }
  [[nodiscard]] OVL_FN Samples seen_samples(int x, int y) const {
    if (!pass_.from.has(x, y) || !has_tile(x, y)) return Samples(0.0F);
    return to_samples(load_halves(pass_.from.seen_at(x, y)));
  }

  /// Stores the pixels that the window makes of the patch shown at (x, y).
  OVL_FN void store_patch(int x, int y) const {
    const int first = x < window_.x.first ? window_.x.first : x;
    const int end = x + spectral_lines <= window_.x.last ? x + spectral_lines : window_.x.last + 1;
    for (int i = 0; i < spectral_lines; ++i) {
      if (y + i < window_.y.first || y + i > window_.y.last) continue;
      alignas(64) std::uint16_t halves[tile_samples];
      for (int k = 0; k < tile_samples; k += vector_samples)
        store_half(halves + k, L::load(patch_row(i) + k));
      const std::uint16_t* from = halves + std::ptrdiff_t{4} * (first - x);
      if (pass_.stored == Orientation{}) {
        std::memcpy(pass_.to.at(first, y + i), from, static_cast<std::size_t>(end - first) * 8);
      } else {
        for (int at = first; at < end; ++at, from += 4) {
          const PixelPosition<int> to = pass_.source(at, y + i);
          std::memcpy(pass_.to.at(to.x, to.y), from, 8);
        }
      }
    }
  }

  const SpectralPass& pass_;
  SpectralWindow window_;
  const QuarterWave& wave_;
  float* line_;   ///< a bundle of rows
  float* patch_;  ///< tile_samples per row
};

/// The work for one unit of a pass.
template <class L>
OVL_FN void make_block(const SpectralLookPass& pass, const BlockTiles&, ImageScratch&) {
  const TiledImage& from = pass.from;
  const bool any = any_occupied(from, {{0, from.columns() - 1}, {0, from.rows() - 1}});
  *pass.memory.any = any ? 1 : 0;
  std::memset(
      pass.to.occupied, any ? painted_tile : 0,
      static_cast<std::size_t>(pass.to.columns()) * static_cast<std::size_t>(pass.to.rows()));
}
template <class L>
OVL_FN void make_block(const SpectralRowsPass& pass, const BlockTiles& lines,
                       ImageScratch& scratch) {
  if (*pass.memory.any != 0) SpectralBlock<L>(pass, scratch).make_rows(lines.rows.first);
}
template <class L>
OVL_FN void make_block(const SpectralColumnsPass& pass, const BlockTiles& lines,
                       ImageScratch& scratch) {
  if (*pass.memory.any != 0) SpectralBlock<L>(pass, scratch).make_columns(lines.rows.first);
}
template <class L>
OVL_FN void make_block(const SpectralStorePass& pass, const BlockTiles& lines,
                       ImageScratch& scratch) {
  if (*pass.memory.any != 0) SpectralBlock<L>(pass, scratch).store_rows(lines.rows.first);
}

}  // namespace overlace

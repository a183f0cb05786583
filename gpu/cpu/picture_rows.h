// SPDX-License-Identifier: Apache-2.0
// The way of a picture's component into a plane and back on the CPU: sixteen samples of a row in
// the lanes of a vector. And the kernels of all passes over planes, for one instruction set.
#pragma once

#include "gpu/cpu/plane_rows.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// A tile's row of samples of type Sample, side by side in a vector's memory.
template <class Sample>
struct SampleLine {
  Sample sample[layer_tile];

  /// Of samples that lie `step` bytes apart.
  OVL_FN SampleLine(const std::byte* at, int step) {
    if (step == static_cast<int>(sizeof(Sample))) {
      std::memcpy(sample, at, sizeof sample);
      return;
    }
    for (int i = 0; i < layer_tile; ++i) std::memcpy(sample + i, at + i * step, sizeof(Sample));
  }
  /// Code values as floats.
  template <class L>
  [[nodiscard]] OVL_FN L values(int shift) const {
    alignas(64) float value[layer_tile];
    for (int i = 0; i < layer_tile; ++i) value[i] = static_cast<float>(sample[i] >> shift);
    return L::load(value);
  }
  /// Sets code values; the bits below them stay.
  template <class L>
  OVL_FN void set(L values, int shift) {
    alignas(64) float value[layer_tile];
    store(value, values);
    const int below = (1 << shift) - 1;
    for (int i = 0; i < layer_tile; ++i)
      sample[i] = static_cast<Sample>((static_cast<int>(value[i]) << shift) | (sample[i] & below));
  }
  /// Writes those samples back whose coverage is not 0.
  OVL_FN void write(std::byte* at, int step, const float* coverage, bool all) const {
    if (all && step == static_cast<int>(sizeof(Sample))) {
      std::memcpy(at, sample, sizeof sample);
      return;
    }
    for (int i = 0; i < layer_tile; ++i)
      if (coverage[i] != 0) std::memcpy(at + i * step, sample + i, sizeof(Sample));
  }
};

/// Calls f(line) with sixteen integer samples from `at` on.
template <class F>
OVL_FN void with_line(const Target& picture, const TargetPlane& plane, const std::byte* at,
                      const F& f) {
  if (picture.sample == SampleType::u8) {
    SampleLine<std::uint8_t> line(at, plane.step);
    f(line);
  } else {
    SampleLine<std::uint16_t> line(at, plane.step);
    f(line);
  }
}

/// Whether sixteen samples from (x, y) on are integers that filters see as they are, all there.
OVL_FN bool is_plain_line(const PictureComponent& of, int x, int y) {
  const TargetPlane& plane = of.plane();
  return !is_float(of.picture().sample) && !of.is_straight() && x >= plane.left &&
         x + layer_tile <= plane.right && y >= plane.top && y < plane.bottom;
}

template <class L>
OVL_FN void run_block(const LoadPass& pass, BlockIndex block, ImageScratch&) {
  const Target& picture = pass.from.picture();
  const TargetPlane& plane = pass.from.plane();
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    for (int x = first * layer_tile; x <= last * layer_tile; x += layer_tile) {
      float* to = pass.to.row(y) + x;
      if (is_plain_line(pass.from, x, y)) {
        with_line(picture, plane, sample_at(plane, x, y), [&](const auto& line) OVL_INLINE {
          store(to, line.template values<L>(picture.shift));
        });
        continue;
      }
      for (int i = 0; i < layer_tile; ++i) to[i] = pass.from.sample(x + i, y);
    }
  });
}

/// Alpha of a region at the pixels `x` to `x` + 15 of a row, x being a tile's first one, and beyond
/// the picture's edges as on them. Returns whether any is not 0.
template <class L>
OVL_FN bool alpha_line(const TiledImage& region, int x, int y, float* alpha) {
  const int bottom = region.size.height - 1;
  y = y < 0 ? 0 : y > bottom ? bottom : y;
  if (x + layer_tile > region.size.width) {
    bool any = false;
    for (int i = 0; i < layer_tile; ++i) {
      alpha[i] = region_alpha(region, x + i, y);
      any = any || alpha[i] != 0;
    }
    return any;
  }
  if (!region.is_occupied(x >> log2_layer_tile, y >> log2_layer_tile)) {
    for (int i = 0; i < layer_tile; i += vector_samples) store(alpha + i, L(0.0F));
    return false;
  }
  alignas(64) std::uint16_t halves[layer_tile];
  const std::uint16_t* at = region.at(x, y) + 3;
  unsigned any = 0;
  for (int i = 0; i < layer_tile; ++i) {
    halves[i] = at[4 * i];
    any |= halves[i];
  }
  store(alpha, L::load_half(halves));
  return any != 0;
}

/// region_column() of the pixels before, at and after sixteen samples of chroma, x being a tile's
/// first one: 33 of them, from pixel 2 x - 1 on. Returns whether any is not 0.
template <class L>
OVL_FN bool alpha_columns(const PictureComponent& of, int x, int y, float* alpha) {
  const Target& picture = of.picture();
  const int row = picture.half_rows ? 2 * y : y;
  const int rows = !picture.half_rows ? 1 : chroma_sees_above(picture) ? 3 : 2;
  alignas(64) float line[3][2 * layer_tile];
  bool any = false;
  for (int i = 0; i < rows; ++i)
    for (int half = 0; half < 2; ++half) {
      const int at = rows == 3 ? row - 1 + i : row + i;
      any |= alpha_line<L>(of.region, 2 * x + half * layer_tile, at, line[i] + half * layer_tile);
    }
  for (int i = 0; i < 2 * layer_tile; i += vector_samples) {
    const L first = L::load(line[0] + i);
    if (rows == 1) store(alpha + 1 + i, first);
    if (rows == 2) store(alpha + 1 + i, centered(first, L::load(line[1] + i)));
    if (rows == 3) store(alpha + 1 + i, around(first, L::load(line[1] + i), L::load(line[2] + i)));
  }
  alpha[0] = region_column(of.region, picture, 2 * x - 1, y);
  return any || alpha[0] != 0;
}

/// PictureComponent::coverage of sixteen samples, x being a tile's first one. Returns whether any
/// may not be 0.
template <class L>
OVL_FN bool coverage_line(const PictureComponent& of, int x, int y, float* coverage) {
  const L strength(of.record->strength);
  if (!is_subsampled(of.picture(), of.component)) {
    if (!alpha_line<L>(of.region, x, y, coverage)) return false;
    store(coverage, L::load(coverage) * strength);
    return true;
  }
  alignas(64) float column[3 * layer_tile];
  if (!alpha_columns<L>(of, x, y, column)) return false;
  alignas(64) float before[layer_tile], on[layer_tile], after[layer_tile];
  for (int i = 0; i < layer_tile; ++i) {
    before[i] = column[2 * i];
    on[i] = column[2 * i + 1];
    after[i] = column[2 * i + 2];
  }
  const L middle = L::load(on), next = L::load(after);
  const L seen = of.picture().siting == ChromaSiting::center
                     ? centered(middle, next)
                     : around(L::load(before), middle, next);
  store(coverage, seen * strength);
  return true;
}

template <class L, class Made>
OVL_FN void run_block(const MixPass<Made>& pass, BlockIndex block, ImageScratch&) {
  const Target& picture = pass.to.picture();
  const TargetPlane& plane = pass.to.plane();
  alignas(64) float coverage[layer_tile], copy[layer_tile];
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    for (int x = first * layer_tile; x <= last * layer_tile; x += layer_tile) {
      if (!coverage_line<L>(pass.to, x, y, coverage)) continue;
      const float* made = pass.from.line(x, y, copy);
      if (!is_plain_line(pass.to, x, y)) {
        for (int i = 0; i < layer_tile; ++i)
          if (coverage[i] != 0 && has_sample(plane, x + i, y))
            pass.mix(x + i, y, coverage[i], made[i]);
        continue;
      }
      const L covered = L::load(coverage), mixed = covered * L::load_any(made);
      std::byte* at = sample_at(plane, x, y);
      with_line(picture, plane, at, [&](auto& line) OVL_INLINE {
        const L under = line.template values<L>(picture.shift);
        line.set(composite_code(under, covered, mixed, picture.max), picture.shift);
        line.write(at, plane.step, coverage, bits_of(covered != L(0.0F)) == 0xFFFFU);
      });
    }
  });
}

/// A kernel as the back-end calls it.
template <class L, class Pass>
void run_plane_block_with(const Pass& pass, BlockIndex block, ImageScratch& scratch) {
  run_block<L>(pass, block, scratch);
}
/// Fills a table with the kernels of an instruction set.
template <class L, class... Passes>
OVL_FN void set_plane_kernels(ImageKernels& kernels, PassList<Passes...>) {
  ((static_cast<ImageKernel<Passes>&>(kernels).run = run_plane_block_with<L, Passes>), ...);
}

}  // namespace overlace

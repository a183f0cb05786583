// SPDX-License-Identifier: Apache-2.0
// Writes a region's paint into its picture or layer. Samples that no paint changed are left alone.
#pragma once

#include <type_traits>

#include "gpu/device/paint_chroma.h"
#include "gpu/kernels/sample.h"
#include "gpu/kernels/texel.h"

namespace overlace {

/// Two samples that a thread owns, and whether they can be read and written as one word.
template <class Sample>
struct SamplePair {
  using Word = std::conditional_t<sizeof(Sample) == 1, std::uint16_t, std::uint32_t>;
  Sample *first, *second;  ///< null: not in the picture
  bool one_word;
};

/// Whether samples at even places of a plane and what follows them can be one word.
template <class Sample>
OVL_FN bool is_pairable(const TargetPlane& plane, std::ptrdiff_t step) {
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(Sample));
  const auto address = reinterpret_cast<std::uintptr_t>(plane.data);
  const auto bits = address | static_cast<std::uintptr_t>(plane.stride);
  return step == size && (bits & (2 * sizeof(Sample) - 1)) == 0;
}

/// A sample after paint; bits below its value are kept.
template <class Sample>
OVL_FN Sample composite_sample(const Target& target, Sample under, float alpha, float paint) {
  const float value = composite(target, static_cast<float>(under >> target.shift), alpha, paint);
  const unsigned kept = under & ((1U << target.shift) - 1U);
  return static_cast<Sample>((static_cast<unsigned>(value) << target.shift) | kept);
}

/// Calls change(sample, index) for the new value of each sample of a pair.
template <class Sample, class Change>
OVL_FN void update(const SamplePair<Sample>& pair, const Change& change) {
  if (pair.one_word) {
    using Word = typename SamplePair<Sample>::Word;
    constexpr unsigned bits = 8 * sizeof(Sample);
    auto* at = reinterpret_cast<Word*>(pair.first);
    const Word word = *at;
    const Sample first = change(static_cast<Sample>(word), 0);
    const Sample second = change(static_cast<Sample>(word >> bits), 1);
    *at = static_cast<Word>(first | static_cast<std::uint32_t>(second) << bits);
    return;
  }
  if (pair.first != nullptr) *pair.first = change(*pair.first, 0);
  if (pair.second != nullptr) *pair.second = change(*pair.second, 1);
}

/// Blends the four pixels of each quad into a plane that has a sample for every pixel.
/// paint_of(pixel) is the premultiplied component.
template <class Sample, class Region, class PaintOf>
OVL_FN void resolve_plane(const Region& region, const TargetPlane& plane, const PaintOf& paint_of) {
  const Target& target = region.pass.target;
  const bool pairable = is_pairable<Sample>(plane, plane.step);
  region.team.each([&](int lane) {
    const int x = region.x + lane % quad_columns * 2, y = region.y + lane / quad_columns * 2;
    const auto& paint = region.paint[lane];
    OVL_UNROLLED
    for (int row = 0; row < 2; ++row) {
      const Pixel<float>&left = paint.at[2 * row], &right = paint.at[2 * row + 1];
      if (x >= plane.width || y + row >= plane.height) continue;
      if (change_of(left) == 0 && change_of(right) == 0) continue;
      const bool both = x + 1 < plane.width;
      auto* at = reinterpret_cast<Sample*>(sample_at(plane, x, y + row));
      auto* next = reinterpret_cast<Sample*>(sample_at(plane, x + 1, y + row));
      update(SamplePair<Sample>{at, both ? next : nullptr, both && pairable},
             [&](Sample under, int i) {
               const Pixel<float>& own = i == 0 ? left : right;
               return composite_sample(target, under, own.a, paint_of(own));
             });
    }
  });
}

/// Blends chroma into 4:2:0 planes.
template <class Sample, class Region>
OVL_FN void resolve_chroma_planes(const Region& region) {
  const Target& target = region.pass.target;
  const TargetPlane &cb = target.component[1], &cr = target.component[2];
  const bool pairable = is_pairable<Sample>(cb, cr.data - cb.data);
  const auto chroma = chroma_quad(region);
  region.team.each([&](int lane) {
    const ChromaPaint& paint = chroma[lane];
    const int x = region.x / 2 + lane % quad_columns, y = region.y / 2 + lane / quad_columns;
    if (x >= cb.width || y >= cb.height) return;
    if (paint.value[0] == 0 && paint.value[1] == 0 && paint.value[2] == 0) return;
    update(SamplePair<Sample>{reinterpret_cast<Sample*>(sample_at(cb, x, y)),
                              reinterpret_cast<Sample*>(sample_at(cr, x, y)), pairable},
           [&](Sample under, int i) {
             return composite_sample(target, under, paint.value[2], paint.value[i]);
           });
  });
}

/// A 4:2:0 picture of integer samples.
template <class Sample, class Region>
OVL_FN void resolve_video(const Region& region) {
  const Target& target = region.pass.target;
  resolve_plane<Sample>(region, target.component[0],
                        [](const Pixel<float>& paint) { return paint.c[0]; });
  if (target.alpha.data != nullptr)
    resolve_plane<Sample>(region, target.alpha,
                          [&](const Pixel<float>& paint) { return paint.a * target.max; });
  resolve_chroma_planes<Sample>(region);
}

/// Blends one sample of any type.
OVL_FN void resolve_sample(const Target& target, const TargetPlane& plane, int x, int y,
                           float alpha, float paint) {
  if (x >= plane.width || y >= plane.height) return;
  std::byte* at = sample_at(plane, x, y);
  store_sample(target, at, composite(target, load_sample(target, at), alpha, paint));
}

/// Blends one row of chroma in 4:2:2 planes.
template <class Region>
OVL_FN void resolve_chroma_row(const Region& region, int row) {
  const Target& target = region.pass.target;
  const auto chroma = chroma_row(region, row);
  region.team.each([&](int lane) {
    const ChromaPaint& paint = chroma[lane];
    if (paint.value[0] == 0 && paint.value[1] == 0 && paint.value[2] == 0) return;
    const int x = region.x / 2 + lane % quad_columns;
    const int y = region.y + lane / quad_columns * 2 + row;
    OVL_UNROLLED
    for (int i = 0; i < 2; ++i)
      resolve_sample(target, target.component[i + 1], x, y, paint.value[2], paint.value[i]);
  });
}

/// Any picture but 4:2:0.
template <class Region>
OVL_FN void resolve_picture(const Region& region) {
  const Target& target = region.pass.target;
  const int components = target.subsampled || target.component[1].data == nullptr ? 1 : 3;
  region.team.each([&](int lane) {
    OVL_ROLLED
    for (int pixel = 0; pixel < quad_pixels; ++pixel) {
      const Pixel<float> paint = region.paint[lane].get(pixel);
      if (change_of(paint) == 0) continue;
      const int x = region.x + lane % quad_columns * 2 + (pixel & 1);
      const int y = region.y + lane / quad_columns * 2 + (pixel >> 1);
      OVL_UNROLLED
      for (int i = 0; i < 3; ++i) {
        if (i < components) resolve_sample(target, target.component[i], x, y, paint.a, paint.c[i]);
      }
      if (target.alpha.data != nullptr)
        resolve_sample(target, target.alpha, x, y, paint.a, paint.a * whole_alpha(target));
    }
  });
  if (!target.subsampled) return;
  resolve_chroma_row(region, 0);
  resolve_chroma_row(region, 1);
}

/// Makes a region of a layer anew, transparent where nothing was painted, and marks it as occupied.
template <class Region>
OVL_FN void resolve_layer(const Region& region) {
  const Target& target = region.pass.target;
  const int columns = (target.size.width + region_width - 1) >> log2_region_width;
  std::uint8_t* occupied = target.occupied + (region.y >> log2_region_height) * columns +
                           (region.x >> log2_region_width);
  region.team.each([&](int lane) {
    if (lane == 0) *occupied = 1;
    OVL_UNROLLED
    for (int pixel = 0; pixel < quad_pixels; ++pixel) {
      const int x = region.x + lane % quad_columns * 2 + (pixel & 1);
      const int y = region.y + lane / quad_columns * 2 + (pixel >> 1);
      if (x >= target.size.width || y >= target.size.height) continue;
      const Pixel<float>& paint = region.paint[lane].at[pixel];
      *reinterpret_cast<LayerTexel*>(sample_at(target.component[0], x, y)) = {
          {float_to_half(paint.c[0]), float_to_half(paint.c[1]), float_to_half(paint.c[2]),
           float_to_half(paint.a)}};
    }
  });
}

/// Writes what was painted.
template <class Region>
OVL_FN void resolve(const Region& region) {
  constexpr PaintTo to = Region::Traits::to;
  if constexpr (to == PaintTo::video8) resolve_video<std::uint8_t>(region);
  if constexpr (to == PaintTo::video16) resolve_video<std::uint16_t>(region);
  if constexpr (to == PaintTo::picture) resolve_picture(region);
  if constexpr (to == PaintTo::layer) resolve_layer(region);
}

}  // namespace overlace

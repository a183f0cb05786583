// SPDX-License-Identifier: Apache-2.0
// Writes a region's paint into its picture or layer. Samples that no paint changed are left alone.
#pragma once

#include <type_traits>

#include "gpu/device/paint_chroma.h"
#include "gpu/kernels/chroma_sample.h"
#include "gpu/kernels/layer_half.h"
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

/// Whether each sample at an even place of a plane forms one word with the sample after it.
template <class Sample>
OVL_FN bool is_pairable(const TargetPlane& plane, std::ptrdiff_t step) {
  constexpr auto size = static_cast<std::ptrdiff_t>(sizeof(Sample));
  const auto address = reinterpret_cast<std::uintptr_t>(plane.data);
  const auto bits = address | static_cast<std::uintptr_t>(plane.stride);
  return step == size && (bits & (2 * sizeof(Sample) - 1)) == 0;
}

/// How integer samples hold code values. A copy, because for all the compiler knows, writing
/// samples might change the record. 8-bit samples use all of their bits.
template <class Sample>
struct CodeRange {
  float max;
  int shift;

  OVL_FN explicit CodeRange(const Target& target)
      : max(sizeof(Sample) == 1 ? 255.0F : target.max),
        shift(sizeof(Sample) == 1 ? 0 : target.shift) {}
};
/// A sample after painting; bits below its value are kept.
template <class Sample>
OVL_FN Sample composite_sample(const CodeRange<Sample>& range, Sample under, float alpha,
                               float paint) {
  const float value =
      composite_code(static_cast<float>(under >> range.shift), alpha, paint, range.max);
  const unsigned kept = under & ((1U << range.shift) - 1U);
  return static_cast<Sample>((static_cast<unsigned>(value) << range.shift) | kept);
}

/// Replaces each sample of a pair with change(sample, index).
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

/// Calls f(x, y) for the top-left pixel of each quad of 2 x 2 pixels of a region. A thread takes
/// whole quads, each of which has one sample of 4:2:0 chroma.
template <class Region, class F>
OVL_FN void for_each_quad(const Region& region, const F& f) {
  constexpr unsigned columns = region_width / 2, quads = columns * region_height / 2;
  static_assert(quads % warp_size == 0);
  region.threads.each([&](int lane) {
    OVL_ROLLED
    for (auto quad = static_cast<unsigned>(lane); quad < quads; quad += warp_size)
      f(static_cast<int>(quad % columns * 2), static_cast<int>(quad / columns * 2));
  });
}

/// Blends the four pixels of a quad into a plane that has a sample for every pixel.
/// paint_of(pixel) is the premultiplied component.
template <class Sample, class Region, class PaintOf>
OVL_FN void resolve_quad(const Region& region, const TargetPlane& plane, int left, int top,
                         const CodeRange<Sample>& range, const PaintOf& paint_of) {
  const bool pairable = is_pairable<Sample>(plane, plane.step);
  const int x = region.x + left, y = region.y + top;
  if (x < plane.left || x >= plane.right || y < plane.top) return;
  const bool both = x + 1 < plane.right;
  std::byte* at = sample_at(plane, x, y);
  unsigned index = paint_index({left, top});
  OVL_UNROLLED
  for (int row = 0; row < 2; ++row, at += plane.stride, index += cell_width) {
    const Pixel<float> first = region.paint_at(index), second = region.paint_at(index + 1);
    if (y + row >= plane.bottom || (change_of(first) == 0 && change_of(second) == 0)) continue;
    auto* next = both ? reinterpret_cast<Sample*>(at + plane.step) : nullptr;
    update(SamplePair<Sample>{reinterpret_cast<Sample*>(at), next, both && pairable},
           [&](Sample under, int i) {
             const Pixel<float>& own = i == 0 ? first : second;
             return composite_sample(range, under, own.a, paint_of(own));
           });
  }
}

/// Blends the chroma of a quad into 4:2:0 planes.
template <class Sample, class Region>
OVL_FN void resolve_chroma(const Region& region, const TargetPlane& cb, const TargetPlane& cr,
                           int left, int top, const CodeRange<Sample>& range) {
  const int x = (region.x + left) / 2, y = (region.y + top) / 2;
  if (!has_sample(cb, x, y)) return;
  const ChromaPaint paint = chroma_of_quad(region, left, top);
  if (is_clear(paint)) return;
  const bool pairable = is_pairable<Sample>(cb, cr.data - cb.data);
  update(SamplePair<Sample>{reinterpret_cast<Sample*>(sample_at(cb, x, y)),
                            reinterpret_cast<Sample*>(sample_at(cr, x, y)), pairable},
         [&](Sample under, int i) {
           return composite_sample(range, under, paint.value[2], paint.value[i]);
         });
}

/// Blends a region into a 4:2:0 picture of integer samples.
template <class Sample, class Region>
OVL_FN void resolve_video(const Region& region) {
  const Target& target = region.pass.target;
  const CodeRange<Sample> range(target);
  const TargetPlane luma = target.component[0], cb = target.component[1], cr = target.component[2],
                    alpha = target.alpha;
  for_each_quad(region, [&](int x, int y) {
    resolve_quad<Sample>(region, luma, x, y, range,
                         [](const Pixel<float>& paint) { return paint.c[0]; });
    if (alpha.data != nullptr)
      resolve_quad<Sample>(region, alpha, x, y, range,
                           [&](const Pixel<float>& paint) { return paint.a * range.max; });
    resolve_chroma<Sample>(region, cb, cr, x, y, range);
  });
}

/// Blends one sample of any type.
OVL_FN void resolve_sample(const Target& target, const TargetPlane& plane, int x, int y,
                           float alpha, float paint) {
  if (!has_sample(plane, x, y)) return;
  std::byte* at = sample_at(plane, x, y);
  store_sample(target, at, composite(target, load_sample(target, at), alpha, paint));
}

/// Blends a pixel's straight colour components.
OVL_FN void resolve_straight(const Target& target, int components, int x, int y,
                             const Pixel<float>& paint) {
  if (!has_sample(target.alpha, x, y)) return;
  const float alpha = load_sample(target, sample_at(target.alpha, x, y));
  OVL_UNROLLED
  for (int i = 0; i < 3; ++i) {
    if (i >= components) continue;
    std::byte* at = sample_at(target.component[i], x, y);
    store_sample(target, at,
                 composite_straight(target, load_sample(target, at),
                                    alpha * (1.0F / whole_alpha(target)), paint.a, paint.c[i]));
  }
}

/// Calls f(x, y) for each pixel of a region.
template <class Region, class F>
OVL_FN void for_each_pixel(const Region& region, const F& f) {
  region.threads.each([&](int lane) {
    OVL_ROLLED
    for (int cell = 0; cell < region_cells; ++cell) {
      const RegionPixel pixel = pixel_of(cell, lane);
      f(pixel.x, pixel.y);
    }
  });
}

/// Blends a region into chroma with fewer samples than pixels.
template <class Region>
OVL_FN void resolve_chroma(const Region& region) {
  const Target& target = region.pass.target;
  const int row = target.has_half_rows() ? 2 : 1;
  for_each_pixel(region, [&](int left, int top) {
    if (left % 2 != 0 || top % row != 0) return;
    const int x = (region.x + left) / 2, y = (region.y + top) / row;
    if (!has_sample(target.component[1], x, y)) return;
    const ChromaPaint paint = target.has_half_rows() ? chroma_of_quad(region, left, top)
                                                     : chroma_of_pair(region, left, top);
    if (is_clear(paint)) return;
    OVL_UNROLLED
    for (int i = 0; i < 2; ++i) {
      std::byte* at = sample_at(target.component[i + 1], x, y);
      store_sample(target, at, composite_chroma(target, at, x, y, paint.value[2], paint.value[i]));
    }
  });
}

/// Blends a region into any other picture. Chroma comes first: where colours are straight, it
/// depends on the alpha that was there.
template <class Region>
OVL_FN void resolve_picture(const Region& region) {
  const Target& target = region.pass.target;
  if (target.is_subsampled()) resolve_chroma(region);
  const int components = target.is_subsampled() || target.component[1].data == nullptr ? 1 : 3;
  for_each_pixel(region, [&](int left, int top) {
    const Pixel<float> paint = region.paint_at(paint_index({left, top}));
    const int x = region.x + left, y = region.y + top;
    if (change_of(paint) == 0) return;
    if (target.straight) resolve_straight(target, components, x, y, paint);
    OVL_UNROLLED
    for (int i = 0; i < 3; ++i) {
      if (i < components && !target.straight)
        resolve_sample(target, target.component[i], x, y, paint.a, paint.c[i]);
    }
    if (target.alpha.data != nullptr)
      resolve_sample(target, target.alpha, x, y, paint.a, paint.a * whole_alpha(target));
  });
}

/// Overwrites a region of a layer, transparent where nothing was painted, and marks it as occupied.
/// Does nothing if no pixel was painted.
template <class Region>
OVL_FN void resolve_layer(const Region& region) {
  const Target& target = region.pass.target;
  const std::uint32_t painted = region.threads.ballot([&](int lane) {
    float change = 0;
    OVL_UNROLLED
    for (int cell = 0; cell < region_cells; ++cell)
      change += change_of(region.paint_at(cell * warp_size + lane));
    return change != 0;
  });
  if (painted == 0) return;
  const int columns = (target.size.width + region_width - 1) >> log2_region_width;
  std::uint8_t* occupied = target.occupied + (region.y >> log2_region_height) * columns +
                           (region.x >> log2_region_width);
  region.threads.each([&](int lane) {
    if (lane == 0) *occupied = 1;
  });
  for_each_pixel(region, [&](int left, int top) {
    const int x = region.x + left, y = region.y + top;
    if (x >= target.size.width || y >= target.size.height) return;
    const Pixel<float> paint = region.paint_at(paint_index({left, top}));
    if (target.keeps_alpha_alone()) {
      auto* pixels = reinterpret_cast<std::uint16_t*>(target.component[0].data);
      pixels[alpha_place(target.size.width, x, y)] = layer_half(paint.a);
      return;
    }
    store_halves(reinterpret_cast<std::uint16_t*>(sample_at(target.component[0], x, y)),
                 {halves_of(paint.c[0], paint.c[1]), halves_of(paint.c[2], paint.a)});
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

// SPDX-License-Identifier: Apache-2.0
// Writes a region's paint into its picture or layer.
#pragma once

#include "gpu/device/paint_resolve_video.h"
#include "gpu/kernels/chroma_sample.h"
#include "gpu/kernels/layer_half.h"
#include "gpu/kernels/sample.h"
#include "gpu/kernels/texel.h"

namespace overlace {

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
      if ((region.cells >> cell & 1U) == 0) continue;
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

// SPDX-License-Identifier: Apache-2.0
// Paints areas and images on a region.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/area.h"
#include "gpu/kernels/group.h"
#include "gpu/kernels/image.h"
#include "gpu/kernels/texel.h"

namespace overlace {

/// Coverage of a pixel by an area.
OVL_FN float area_coverage(const AreaCells& area, int x, int y) {
  const std::uint32_t cell = cell_at(area, x, y);
  if (cell == empty_cell || cell == whole_cell) return cell == whole_cell ? 1.0F : 0.0F;
  return static_cast<float>(*cell_row(area, cell, x, y)) * texel_scale;
}

template <class Region>
OVL_FN void paint_area(Region& region, const Item& item) {
  const AreaCells area = item.area;
  const Rect bounds = item.rect;
  const std::uint32_t touched =
      region.cells_where([&](int lane) { return !is_outside(region.areas[lane], bounds); });
  paint_covered(region, touched, item.fill, [&](float x, float y) {
    return area_coverage(area, static_cast<int>(x), static_cast<int>(y));
  });
}

/// The colour of an image at a pixel, premultiplied R'G'B'A.
OVL_FN Pixel<float> image_pixel(const ImageSampler& sampler, const float (&m)[6], float x,
                                float y) {
  const float u = fma(m[0], x, fma(m[1], y, m[2])), v = fma(m[3], x, fma(m[4], y, m[5]));
  const auto coordinate = [](float at, float scale, int size) {
    return static_cast<int>(texel_coordinate(at, scale, size));
  };
  const TextureLevel &fine = sampler.fine(), &coarse = sampler.coarse();
  const ImageColor color = sampler.at(
      coordinate(u, fine.scale, fine.width), coordinate(v, fine.scale, fine.height),
      coordinate(u, coarse.scale, coarse.width), coordinate(v, coarse.scale, coarse.height));
  const auto component = [&](int i) {
    return static_cast<float>(static_cast<int>(color.c[i])) * image_color_scale;
  };
  return {{component(0), component(1), component(2)}, component(3)};
}

template <class Region>
OVL_FN void paint_image(Region& region, const Item& item) {
  const ImagePlace image = item.image;
  const TextureView texture = *image.texture;
  const Rect bounds = grow(item.rect, coverage_reach);
  const std::uint32_t touched =
      region.cells_where([&](int lane) { return !is_outside(region.areas[lane], bounds); });
  if (touched == 0) return;
  const std::uint32_t deep = touched & region.cells_where([&](int lane) {
    return is_deep(image, texture.size, region.areas[lane]);
  });
  const ImageSampler sampler(texture, image_level(image.m));
  const ImageQuad quad = image_quad(image, texture.size);
  const float opacity = item.fill.a;
  const auto paint = [&](std::uint32_t cells, bool inside) {
    paint_cells(region, cells, [&](Pixel<float>& pixel, float x, float y) {
      const float strength = opacity * (inside ? 1.0F : quad_coverage(quad, x, y));
      const Pixel<float> rgba = faded(image_pixel(sampler, image.m, x, y), strength);
      const Pixel<float> own = to_work(region.pass.target, rgba);
      pixel = layer_over(pixel, item.stroke.a > 0 ? tinted(own, item.stroke) : own);
    });
  };
  if (deep != 0) paint(deep, true);
  if (deep != touched) paint(touched & ~deep, false);
}

}  // namespace overlace

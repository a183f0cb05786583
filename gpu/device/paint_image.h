// SPDX-License-Identifier: Apache-2.0
// Paints areas and images on a region.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/affine_image.h"
#include "gpu/kernels/area.h"
#include "gpu/kernels/group.h"
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

/// A colour of an image, premultiplied R'G'B'A.
OVL_FN Pixel<float> pixel_of(const ImageColor& color) {
  const auto component = [&](int i) {
    return static_cast<float>(static_cast<int>(color.c[i])) * image_color_scale;
  };
  return {{component(0), component(1), component(2)}, component(3)};
}

/// Paints an image on the cells near it. `is_deep(area)` tells whether it covers all of a cell,
/// `quad` gives its coverage of a pixel, and `color_of(x, y)` its colour there.
template <class Region, class IsDeep, class ColorOf>
OVL_FN void paint_image_cells(Region& region, const Item& item, const ImageQuad& quad,
                              std::uint32_t touched, const IsDeep& is_deep,
                              const ColorOf& color_of) {
  const std::uint32_t deep =
      touched & region.cells_where([&](int lane) { return is_deep(region.areas[lane]); });
  const float opacity = item.fill.a;
  const auto paint = [&](std::uint32_t cells, bool inside) {
    paint_cells(region, cells, [&](Pixel<float>& pixel, float x, float y) {
      const float strength = opacity * (inside ? 1.0F : quad_coverage(quad, x, y));
      const Pixel<float> rgba = faded(pixel_of(color_of(x, y)), strength);
      const Pixel<float> own = to_work(region.pass.target, rgba);
      pixel = layer_over(pixel, item.stroke.a > 0 ? tinted(own, item.stroke) : own);
    });
  };
  if (deep != 0) paint(deep, true);
  if (deep != touched) paint(touched & ~deep, false);
}

/// The cells of a region that an image may show on.
template <class Region>
OVL_FN std::uint32_t cells_near(Region& region, const Item& item) {
  const Rect bounds = grow(item.rect, coverage_reach);
  return region.cells_where([&](int lane) { return !is_outside(region.areas[lane], bounds); });
}

template <class Region>
OVL_FN void paint_image(Region& region, const Item& item) {
  const std::uint32_t touched = cells_near(region, item);
  if (touched == 0) return;
  const ImagePlace image = item.image;
  const TextureView texture = *image.texture;
  const ImageSampler sampler(texture, image_level(image.m));
  const float(&m)[6] = image.m;
  paint_image_cells(
      region, item, image_quad(image, texture.size), touched,
      [&](const Rect& area) { return is_deep(image, texture.size, area); },
      [&](float x, float y) {
        return color_at(sampler, fma(m[0], x, fma(m[1], y, m[2])),
                        fma(m[3], x, fma(m[4], y, m[5])));
      });
}

template <class Region>
OVL_FN void paint_projected_image(Region& region, const Item& item) {
  const std::uint32_t touched = cells_near(region, item);
  if (touched == 0) return;
  const ProjectedImage& image = *item.projected;
  const TextureView texture = *image.texture;
  paint_image_cells(
      region, item, image.quad, touched, [&](const Rect& area) { return is_deep(image, area); },
      [&](float x, float y) { return color_at(image, texture, x, y); });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Paints boxes, ellipses, diamonds, glyphs, fills and layers on a region.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/group.h"
#include "gpu/kernels/half.h"
#include "gpu/kernels/shape.h"
#include "gpu/kernels/texel.h"

namespace overlace {

template <class Region>
OVL_FN void paint_box(Region& region, const Item& item) {
  const BoxReach reach = box_reach(item);
  const Rect area = region.area();
  const bool filled = item.fill.a > 0;
  if (is_outside(area, reach.bounds)) return;
  if (is_deep(item.rect, reach, area)) {
    if (filled) paint_all(region, item.fill);
    return;
  }
  const bool stroked = is_stroked(item);
  const BoxBand band = box_band(item);
  if (filled && stroked) {
    paint_by_pixel(region, item.fill,
                   [&](float x, float y) { return box_coverage(item, band, x, y).area; });
  }
  paint_by_pixel(region, stroked ? item.stroke : item.fill,
                 [&](float x, float y) { return box_coverage(item, band, x, y).band; });
}

/// Paints a filled ellipse or diamond.
template <class Region>
OVL_FN void paint_convex(Region& region, const Item& item) {
  const Convex shape = make_convex(item);
  const Rect area = region.area();
  if (is_outside(area, shape.bounds)) return;
  if (is_deep(item.kind, shape, area)) return paint_all(region, item.fill);
  paint_by_pixel(region, item.fill, [&](float x, float y) {
    return convex_coverage(item, x - shape.x, y - shape.y, shape.a, shape.b);
  });
}

template <class Region>
OVL_FN void paint_glyph(Region& region, const Item& item) {
  const GlyphTexels& glyph = item.glyph;
  const auto left = static_cast<float>(glyph.x), top = static_cast<float>(glyph.y);
  const Rect bounds{left, top, left + static_cast<float>(glyph.width),
                    top + static_cast<float>(glyph.height)};
  if (is_outside(region.area(), bounds)) return;
  paint_by_pixel(region, item.fill, [&](float x, float y) {
    return glyph_texel(glyph, region.pass.atlas, static_cast<int>(x), static_cast<int>(y)) *
           texel_scale;
  });
}

/// Paints a layer.
template <class Region>
OVL_FN void paint_layer(Region& region, const Item& item) {
  const LayerView& layer = region.pass.layers[item.layer];
  region.team.each([&](int lane) {
    const PixelPlaces& places = region.places[lane];
    auto& paint = region.paint[lane];
    OVL_ROLLED
    for (int i = 0; i < Region::pixels; ++i) {
      const int x = static_cast<int>(places.x_of(i)), y = static_cast<int>(places.y_of(i));
      if (!is_occupied(layer, x, y)) continue;
      const LayerTexel texel = load_texel(layer, x, y);
      const Pixel<float> rgba{{half_to_float(texel.rgba[0]), half_to_float(texel.rgba[1]),
                               half_to_float(texel.rgba[2])},
                              half_to_float(texel.rgba[3])};
      paint.put(i, layer_over(paint.get(i), to_work(region.pass.target, rgba)));
    }
  });
}

}  // namespace overlace

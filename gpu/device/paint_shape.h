// SPDX-License-Identifier: Apache-2.0
// Paints boxes, ellipses, diamonds, glyphs, fills and layers on a region. First, each lane checks
// for one cell whether an edge has to be computed there.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/group.h"
#include "gpu/kernels/layer_half.h"
#include "gpu/kernels/shape.h"
#include "gpu/kernels/texel.h"

namespace overlace {

/// Paints a box's area and its band on cells; coverage_at(x, y) gives both.
template <class Region, class CoverageAt>
OVL_FN void paint_box_edge(Region& region, std::uint32_t cells, const Item& item,
                           const CoverageAt& coverage_at) {
  const bool stroked = is_stroked(item), filled = stroked && item.fill.a > 0;
  const WorkColor fill = item.fill, edge = stroked ? item.stroke : item.fill;
  paint_cells(region, cells, [&](Pixel<float>& pixel, float x, float y) {
    const BoxCoverage<float> coverage = coverage_at(x, y);
    if (filled) pixel = paint_over(pixel, fill.c, coverage.area * fill.a);
    pixel = paint_over(pixel, edge.c, coverage.band * edge.a);
  });
}

template <class Region>
OVL_FN void paint_box(Region& region, const Item& item) {
  const BoxReach reach = box_reach(item);
  const Rect box = item.rect;
  const std::uint32_t touched =
      region.cells_where([&](int lane) { return !is_outside(region.areas[lane], reach.bounds); });
  if (touched == 0) return;
  const std::uint32_t deep = touched & region.cells_where([&](int lane) {
    return is_deep(box, reach, region.areas[lane]);
  });
  if (deep != 0) paint_whole(region, deep, item.fill);
  const std::uint32_t edges = touched & ~deep;
  if (edges == 0) return;
  const BoxBand band = box_band(item);
  const std::uint32_t straight = edges & region.cells_where([&](int lane) {
    return is_straight(item, reach, region.areas[lane]);
  });
  if (straight != 0)
    paint_box_edge(region, straight, item,
                   [&](float x, float y) { return straight_box_coverage(item, band, x, y); });
  if (straight != edges)
    paint_box_edge(region, edges & ~straight, item,
                   [&](float x, float y) { return box_coverage(item, band, x, y); });
}

/// Paints a filled ellipse or diamond.
template <class Region>
OVL_FN void paint_convex(Region& region, const Item& item) {
  const Convex shape = make_convex(item);
  const std::uint32_t touched = region.cells_where([&](int lane) {
    const Rect& area = region.areas[lane];
    return !is_outside(area, shape.bounds) && !is_far(item.kind, shape, area);
  });
  const std::uint32_t deep = touched & region.cells_where([&](int lane) {
    return is_deep(item.kind, shape, region.areas[lane]);
  });
  paint_whole(region, deep, item.fill);
  const bool has_fields = has_light_fields(item, shape.a, shape.b);
  const FieldEllipse ellipse(shape.a, shape.b, item.glow_gain, item.glow_radius);
  paint_covered(region, touched & ~deep, item.fill, [&](float x, float y) {
    if (has_fields) {
      const float dx = abs(x - shape.x), dy = abs(y - shape.y);
      const float middle_x =
          light_field_middle(light_field_at(dx, light_field_width), light_field_width);
      const float middle_y =
          light_field_middle(light_field_at(dy, light_field_height), light_field_height);
      const LightField<float> field = ellipse.around(middle_x, middle_y);
      if (field.distance > 0) return glow_light(item, field.at(dx - middle_x, dy - middle_y));
    }
    return convex_coverage(item, x - shape.x, y - shape.y, shape.a, shape.b);
  });
}

template <class Region>
OVL_FN void paint_glyph(Region& region, const Item& item) {
  const GlyphTexels glyph = item.glyph;
  const auto left = static_cast<float>(glyph.x), top = static_cast<float>(glyph.y);
  const Rect bounds{left, top, left + static_cast<float>(glyph.width),
                    top + static_cast<float>(glyph.height)};
  const std::uint32_t touched =
      region.cells_where([&](int lane) { return !is_outside(region.areas[lane], bounds); });
  paint_covered(region, touched, item.fill, [&](float x, float y) {
    return glyph_texel(glyph, region.pass.atlas, static_cast<int>(x), static_cast<int>(y)) *
           texel_scale;
  });
}

/// A thread's texels, one in each of several cells.
inline constexpr int cells_at_once = 5;
struct CellTexels {
  TexelHalves of[cells_at_once];
};

/// Paints a layer. Several cells are read before the first is painted, so that threads wait for
/// memory only once.
template <class Region>
OVL_FN void paint_layer(Region& region, const Item& item) {
  const LayerView layer = region.pass.layers[item.layer];
  const Target target = region.pass.target;  // a copy in registers: no write can change it
  region.touched |= Region::Traits::all_cells;
  region.threads.each([&](int lane) {
    OVL_ROLLED
    for (int first = 0; first < Region::Traits::cells; first += cells_at_once) {
      CellTexels texels;
      OVL_UNROLLED
      for (int i = 0; i < cells_at_once; ++i) {
        if (first + i >= Region::Traits::cells) break;
        const RegionPixel at = pixel_of(first + i, lane);
        texels.of[i] = layer_halves(layer, static_cast<int>(region.center_x(at)),
                                    static_cast<int>(region.center_y(at)));
      }
      OVL_UNROLLED
      for (int i = 0; i < cells_at_once; ++i) {
        if (first + i >= Region::Traits::cells) break;
        const FloatPair rg = floats_of(texels.of[i].rg), ba = floats_of(texels.of[i].ba);
        const Pixel<float> rgba{{rg.first, rg.second, ba.first}, ba.second};
        Pixel<float>& pixel = region.paint_at((first + i) * warp_size + lane);
        pixel = layer_over(pixel, to_work(target, rgba));
      }
    }
  });
}

}  // namespace overlace

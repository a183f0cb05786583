// SPDX-License-Identifier: Apache-2.0
// Paints areas and images on a tile.
#pragma once

#include "gpu/cpu/paint_group.h"
#include "gpu/kernels/area.h"
#include "gpu/kernels/image.h"

namespace overlace {

/// The blocks of a tile that hold pixels of a rectangle.
template <class L>
BlockSet blocks_near(const TileContext<L>& tile, const Rect& bounds) {
  return in_all_rows(bits_of_columns(columns_of_tile(tile).touched(bounds.left, bounds.right))) &
         blocks_of_rows(rows_of_tile(tile).touched(bounds.top, bounds.bottom));
}

/// Paints an area. A block lies in one cell.
template <class L>
void paint_area(TileContext<L>& tile, const Item& item) {
  const AreaCells& area = item.area;
  BlockSet whole, edges;
  for_each_block(blocks_near(tile, item.rect), [&](int block) {
    const std::uint32_t cell = cell_at(area, tile.block_x(block), tile.block_y(block));
    whole.add_if(cell == whole_cell, block);
    edges.add_if(cell != whole_cell && cell != empty_cell, block);
  });
  tile.paint_whole(whole, item.fill);
  tile.cover(edges, item.fill, [&](int block) OVL_INLINE {
    const int x = tile.block_x(block), y = tile.block_y(block);
    const std::uint8_t* row = cell_row(area, cell_at(area, x, y), x, y);
    return L::load_u8(row, row + area_cell_side) * L(texel_scale);
  });
}

/// Texel coordinates of a block's pixels on a level.
struct BlockTexels {
  alignas(64) float u[block_lanes];
  alignas(64) float v[block_lanes];
};

/// The colours of an image on a block, premultiplied R'G'B'A.
template <class L>
class ImageBrush {
 public:
  ImageBrush(const TextureView& texture, const ImagePlace& image)
      : image_(image), sampler_(texture, image_level(image.m)) {}

  [[nodiscard]] Pixel<L> colors(const L& x, const L& y) const {
    const float(&m)[6] = image_.m;
    const L u = fma(L(m[0]), x, fma(L(m[1]), y, L(m[2])));
    const L v = fma(L(m[3]), x, fma(L(m[4]), y, L(m[5])));
    const BlockTexels fine = on_level(sampler_.fine(), u, v);
    const BlockTexels coarse = sampler_.blends_levels() ? on_level(sampler_.coarse(), u, v) : fine;
    alignas(64) float color[4][block_lanes];
    for (int lane = 0; lane < block_lanes; ++lane) {
      const ImageColor at =
          sampler_.at(static_cast<int>(fine.u[lane]), static_cast<int>(fine.v[lane]),
                      static_cast<int>(coarse.u[lane]), static_cast<int>(coarse.v[lane]));
      for (int i = 0; i < 4; ++i) color[i][lane] = static_cast<float>(static_cast<int>(at.c[i]));
    }
    const auto component = [&](int i) { return L::load(color[i]) * L(image_color_scale); };
    return {{component(0), component(1), component(2)}, component(3)};
  }

 private:
  static BlockTexels on_level(const TextureLevel& level, const L& u, const L& v) {
    BlockTexels out;
    store(out.u, texel_coordinate(u, level.scale, level.width));
    store(out.v, texel_coordinate(v, level.scale, level.height));
    return out;
  }

  const ImagePlace& image_;
  ImageSampler sampler_;
};

/// Whether an image shows nothing but values of 0 on a rectangle of pixels, and 0 is clear. Only of
/// values at their full size, and of few of them: more would be as long to look at as to paint.
OVL_FN bool is_clear(const TextureView& texture, const ImagePlace& image, const Rect& area) {
  constexpr int most_texels = 64;
  const std::uint16_t* ramp = texture.ramp;
  if (ramp == nullptr || (ramp[0] | ramp[1] | ramp[2] | ramp[3]) != 0 ||
      (texture.levels > 1 && image_level(image.m) > 0))
    return false;
  struct Range {
    int first, last;
  };
  // All texels that pixels blend, whatever rounding does to their coordinates.
  const auto range_of = [&](const float* m, int size) {
    const float at = fma(m[0], (area.left + area.right) * 0.5F,
                         fma(m[1], (area.top + area.bottom) * 0.5F, m[2]));
    const float reach = fma(abs(m[0]), (area.right - area.left) * 0.5F,
                            abs(m[1]) * (area.bottom - area.top) * 0.5F);
    const auto last = static_cast<float>(size - 1);
    return Range{static_cast<int>(clamp(floor(at - reach - 0.6F), 0.0F, last)),
                 static_cast<int>(clamp(floor(at + reach + 0.6F), 0.0F, last))};
  };
  const Range columns = range_of(image.m, texture.size.width);
  const Range rows = range_of(image.m + 3, texture.size.height);
  if ((columns.last - columns.first + 1) * (rows.last - rows.first + 1) > most_texels) return false;
  std::uint32_t any_value = 0;
  for (int y = rows.first; y <= rows.last; ++y)
    for (int x = columns.first; x <= columns.last; ++x)
      any_value |= texture.texels[std::ptrdiff_t{y} * texture.size.width + x];
  return any_value == 0;
}

/// The blocks of a tile on which an image may show something.
template <class L>
BlockSet blocks_of_image(const TileContext<L>& tile, const Item& item) {
  const TextureView& texture = *item.image.texture;
  const BlockSet near = blocks_near(tile, grow(item.rect, coverage_reach));
  if (texture.ramp == nullptr) return near;
  const auto left = static_cast<float>(tile.x), top = static_cast<float>(tile.y);
  if (is_clear(texture, item.image,
               {left, top - block_height, left + tile_width, top + tile_height}))
    return {};
  BlockSet seen;
  for_each_block(near, [&](int block) {
    seen.add_if(!is_clear(texture, item.image, tile.block_area(block)), block);
  });
  return seen;
}

template <class L>
void paint_image(TileContext<L>& tile, const Item& item) {
  const TextureView& texture = *item.image.texture;
  const ImageQuad quad = image_quad(item.image, texture.size);
  const ImageBrush<L> brush(texture, item.image);
  tile.paint(blocks_of_image(tile, item), [&](Pixel<L>& pixel, int block) {
    const L x = tile.pixel_x(block), y = tile.pixel_y(block);
    const bool deep = is_deep(item.image, texture.size, tile.block_area(block));
    const L strength = L(item.fill.a) * (deep ? L(1.0F) : quad_coverage(quad, x, y));
    const Pixel<L> rgba = faded(brush.colors(x, y), strength);
    const Pixel<L> own = to_work(tile.target, rgba);
    pixel = layer_over(pixel, item.stroke.a > 0 ? tinted(own, item.stroke) : own);
    return any(rgba.a > L(0.0F));
  });
}

}  // namespace overlace

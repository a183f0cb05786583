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

template <class L>
void paint_image(TileContext<L>& tile, const Item& item) {
  const TextureView& texture = *item.image.texture;
  const ImageQuad quad = image_quad(item.image, texture.size);
  const ImageBrush<L> brush(texture, item.image);
  tile.paint(blocks_near(tile, grow(item.rect, coverage_reach)), [&](Pixel<L>& pixel, int block) {
    const L x = tile.pixel_x(block), y = tile.pixel_y(block);
    const bool deep = is_deep(item.image, texture.size, tile.block_area(block));
    const L strength = L(item.fill.a) * (deep ? L(1.0F) : quad_coverage(quad, x, y));
    const Pixel<L> rgba = faded(brush.colors(x, y), strength);
    pixel = layer_over(pixel, to_work(tile.target, rgba));
    return any(rgba.a > L(0.0F));
  });
}

}  // namespace overlace

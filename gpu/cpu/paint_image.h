// SPDX-License-Identifier: Apache-2.0
// Paints areas and images on a tile.
#pragma once

#include "gpu/cpu/paint_group.h"
#include "gpu/cpu/value_search.h"
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
      : texture_(texture), image_(image), sampler_(texture, image_level(image.m)) {
    constexpr std::int64_t most_values = 1 << 22;  // bytes up to them are whole numbers in floats
    const auto count = std::int64_t{texture.size.width} * texture.size.height;
    smooth_values_ = texture.ramp != nullptr && !sampler_.blends_levels() &&
                     sampler_.fine().texels == texture.texels && count <= most_values;
  }

  /// Whether an aligned image covers all of the block at (x, y).
  [[nodiscard]] bool covers(int x, int y) const {
    const int left = x + static_cast<int>(image_.m[2]), top = y + static_cast<int>(image_.m[5]);
    return left >= 0 && top >= 0 && left + block_width <= texture_.size.width &&
           top + block_height <= texture_.size.height;
  }
  /// The colours of a block of an aligned image, the same as `colors` finds. Precondition: it
  /// covers the block at (x, y).
  [[nodiscard]] Pixel<L> aligned_colors(int x, int y) const {
    const auto width = static_cast<std::ptrdiff_t>(texture_.size.width);
    const std::uint16_t* row = texture_.texels +
                               (y + static_cast<std::ptrdiff_t>(image_.m[5])) * width + x +
                               static_cast<std::ptrdiff_t>(image_.m[2]);
    return ramp_colors(L::load_u16(row, row + width, 0));
  }

  [[nodiscard]] Pixel<L> colors(const L& x, const L& y) const {
    const float(&m)[6] = image_.m;
    const L u = fma(L(m[0]), x, fma(L(m[1]), y, L(m[2])));
    const L v = fma(L(m[3]), x, fma(L(m[4]), y, L(m[5])));
    if (smooth_values_) {
      const TextureLevel& level = sampler_.fine();
      const L across = texel_coordinate(u, level.scale, level.width);
      const L down = texel_coordinate(v, level.scale, level.height);
      if (!reaches_edge(across, level.width) && !reaches_edge(down, level.height))
        return smooth_colors(across, down);
    }
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
  /// Entries of the ramp, sixteen of them: red with green, blue with alpha.
  struct RampPair {
    decltype(L::look_up_words(nullptr, L())) words[2];
  };
  [[nodiscard]] OVL_FN RampPair ramp_pair(const L& index) const {
    constexpr float entry_bytes = 4 * sizeof(std::uint16_t);
    const auto* ramp = reinterpret_cast<const std::byte*>(texture_.ramp);
    const L offset = index * L(entry_bytes);
    return {L::look_up_words(ramp, offset), L::look_up_words(ramp + sizeof(std::uint32_t), offset)};
  }

  /// The colours of values, 0..65535, between the nearest two of the ramp: sums of two products
  /// below 2^24 are exact in floats, too.
  [[nodiscard]] OVL_FN Pixel<L> ramp_colors(const L& value) const {
    const L index = floor(value * L(1.0F / 256));
    const L after = fma(index, L(-256.0F), value), before = L(256.0F) - after;
    const RampPair from = ramp_pair(index);
    const RampPair to = ramp_pair(min(index + L(1.0F), L(static_cast<float>(ramp_size - 1))));
    const auto component = [&](int i) OVL_INLINE {
      const int shift = i % 2 * 16;
      const L a = L::bits_of_words(from.words[i / 2], shift, 0xFFFF);
      const L b = L::bits_of_words(to.words[i / 2], shift, 0xFFFF);
      return fma(b, after, a * before) * L(image_color_scale);
    };
    return {{component(0), component(1), component(2)}, component(3)};
  }

  /// Whether any of the texels on both sides of these coordinates is not there.
  [[nodiscard]] OVL_FN static bool reaches_edge(const L& coordinate, int size) {
    return any(coordinate < L(0.0F)) ||
           any(L(static_cast<float>((size - 1) * 256 - 1)) < coordinate);
  }
  /// The colours between four values at texel_coordinates, the same as the sampler finds. Bytes of
  /// values are weighted each by itself: sums of them stay below 2^24, and so exact in floats.
  /// Precondition: all four are there.
  [[nodiscard]] OVL_FN Pixel<L> smooth_colors(const L& u, const L& v) const {
    constexpr float texel_bytes = sizeof(std::uint16_t);
    const auto width = static_cast<float>(texture_.size.width);
    const L left = floor(u * L(1.0F / 256)), top = floor(v * L(1.0F / 256));
    const L right_share = fma(left, L(-256.0F), u), left_share = L(256.0F) - right_share;
    const L lower_share = fma(top, L(-256.0F), v), upper_share = L(256.0F) - lower_share;
    const auto* texels = reinterpret_cast<const std::byte*>(texture_.texels);
    const L offset = fma(top, L(width), left) * L(texel_bytes);
    const auto upper = L::look_up_words(texels, offset);  // a texel, and above 16 bits the next one
    const auto lower = L::look_up_words(texels, offset + L(width * texel_bytes));
    const auto weighted_byte = [&](int shift, const L& start) OVL_INLINE {
      const auto byte_of = [](const auto& words, int at)
                               OVL_INLINE { return L::bits_of_words(words, at, 0xFF); };
      L sum = fma(byte_of(upper, shift), left_share * upper_share, start);
      sum = fma(byte_of(upper, shift + 16), right_share * upper_share, sum);
      sum = fma(byte_of(lower, shift), left_share * lower_share, sum);
      return fma(byte_of(lower, shift + 16), right_share * lower_share, sum);
    };
    const L low = weighted_byte(0, L(128.0F)), high = weighted_byte(8, L(0.0F));
    const L mean = high + floor(low * L(1.0F / 256));  // in 1/256, as the sampler's
    return ramp_colors(floor(mean * L(1.0F / 256)));
  }

  static BlockTexels on_level(const TextureLevel& level, const L& u, const L& v) {
    BlockTexels out;
    store(out.u, texel_coordinate(u, level.scale, level.width));
    store(out.v, texel_coordinate(v, level.scale, level.height));
    return out;
  }

  const TextureView& texture_;
  const ImagePlace& image_;
  ImageSampler sampler_;
  bool smooth_values_ = false;  ///< whether it shows values at their full size, through a ramp
};

/// The blocks of a tile on which an image may show something.
template <class L>
BlockSet blocks_of_image(const TileContext<L>& tile, const Item& item) {
  const TextureView& texture = *item.image.texture;
  const BlockSet near = blocks_near(tile, grow(item.rect, coverage_reach));
  const std::uint16_t* ramp = texture.ramp;
  const bool is_clear_at_0 = ramp != nullptr && (ramp[0] | ramp[1] | ramp[2] | ramp[3]) == 0;
  if (!is_clear_at_0 || (texture.levels > 1 && image_level(item.image.m) > 0)) return near;
  return ValueSearch<L>(tile, texture, item.image).find(near);
}

template <class L>
void paint_image(TileContext<L>& tile, const Item& item) {
  const TextureView& texture = *item.image.texture;
  const ImageQuad quad = image_quad(item.image, texture.size);
  const ImageBrush<L> brush(texture, item.image);
  const bool aligned = is_aligned(texture, item.image);
  tile.paint(blocks_of_image(tile, item), [&](Pixel<L>& pixel, int block) {
    const L x = tile.pixel_x(block), y = tile.pixel_y(block);
    const int left = tile.block_x(block), top = tile.block_y(block);
    const bool deep = aligned ? brush.covers(left, top)
                              : is_deep(item.image, texture.size, tile.block_area(block));
    const L strength = L(item.fill.a) * (deep ? L(1.0F) : quad_coverage(quad, x, y));
    const Pixel<L> seen = deep && aligned ? brush.aligned_colors(left, top) : brush.colors(x, y);
    const Pixel<L> rgba = faded(seen, strength);
    const Pixel<L> own = to_work(tile.target, rgba);
    pixel = layer_over(pixel, item.stroke.a > 0 ? tinted(own, item.stroke) : own);
    return any(rgba.a > L(0.0F));
  });
}

}  // namespace overlace

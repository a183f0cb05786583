// SPDX-License-Identifier: Apache-2.0
// Paints areas and images on a tile.
#pragma once

#include "gpu/cpu/tiles/paint_group.h"
#include "gpu/cpu/tiles/upright_values.h"
#include "gpu/cpu/tiles/value_search.h"
#include "gpu/kernels/affine_image.h"
#include "gpu/kernels/area.h"

namespace overlace {

/// The blocks of a tile that hold pixels of a rectangle.
template <class L>
BlockSet blocks_near(const TileContext<L>& tile, const Rect& bounds) {
  return in_all_rows(bits_of_columns(columns_of_tile(tile).touched(bounds.left, bounds.right))) &
         blocks_of_rows(rows_of_tile(tile).touched(bounds.top, bounds.bottom));
}

/// Paints an area. Each block lies within one cell.
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

/// Texel coordinates of a block's pixels on a mip level.
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
    constexpr std::int64_t most_values = 1 << 22;  // so that byte offsets are exact in floats
    const auto count = std::int64_t{texture.size.width} * texture.size.height;
    smooth_values_ = texture.ramp != nullptr && !sampler_.blends_levels() &&
                     sampler_.fine().texels == texture.texels && count <= most_values &&
                     texture.size.width > 1 && texture.size.height > 1;
  }
  /// Whether `ramp_colors` of `smooth_values` are the colours that `colors` finds.
  [[nodiscard]] bool has_smooth_values() const { return smooth_values_; }

  [[nodiscard]] const TextureLevel& level() const { return sampler_.fine(); }

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

  /// The colours of values, 0..65535, between the nearest two of the ramp: sums of two products
  /// stay below 2^24, and so are exact in floats, too.
  [[nodiscard]] OVL_FN Pixel<L> ramp_colors(const L& value) const {
    const L index = floor(value * L(1.0F / 256));
    const L after = fma(index, L(-256.0F), value), before = L(256.0F) - after;
    const L next = min(index + L(1.0F), L(static_cast<float>(ramp_size - 1)));
    // Values of a block are mostly similar: their entries in the ramp are near that of the first.
    constexpr float around = 7, entries = 16;
    const float first = clamp(first_of(index) - around, 0.0F, ramp_size - entries);
    const bool near = !any((index < L(first)) | (next > L(first + entries - 1)));
    const RampPair from = near ? near_ramp_pair(index, first) : ramp_pair(index);
    const RampPair to = near ? near_ramp_pair(next, first) : ramp_pair(next);
    const auto component = [&](int i) OVL_INLINE {
      const int shift = i % 2 * 16;
      const L a = L::bits_of_words(from.words[i / 2], shift, 0xFFFF);
      const L b = L::bits_of_words(to.words[i / 2], shift, 0xFFFF);
      return fma(b, after, a * before) * L(image_color_scale);
    };
    return {{component(0), component(1), component(2)}, component(3)};
  }
  /// Values between four of the image's, 0..65535. High and low bytes are weighted separately, so
  /// that sums stay below 2^24 and are exact in floats.
  [[nodiscard]] OVL_FN L smooth_values(const L& x, const L& y) const {
    const float(&m)[6] = image_.m;
    const L u = fma(L(m[0]), x, fma(L(m[1]), y, L(m[2])));
    const L v = fma(L(m[3]), x, fma(L(m[4]), y, L(m[5])));
    const TextureLevel& level = sampler_.fine();
    const TexelsBetween<L> across(texel_coordinate(u, level.scale, level.width), level.width);
    const TexelsBetween<L> down(texel_coordinate(v, level.scale, level.height), level.height);
    const L left = L(256.0F) - across.after, upper = L(256.0F) - down.after;
    const L shares[4] = {left * upper, across.after * upper, left * down.after,
                         across.after * down.after};
    const float column = first_of(across.first), row = first_of(down.first);
    if (any((across.first != L(column)) | (down.first != L(row))))
      return weighted_values(across.first, down.first, shares);
    return weighted_values(static_cast<int>(column), static_cast<int>(row), shares);
  }

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
  /// Sixteen entries of the ramp: words of red and green, and words of blue and alpha.
  struct RampPair {
    decltype(L::look_up_words(nullptr, L())) words[2];
  };
  [[nodiscard]] OVL_FN RampPair ramp_pair(const L& index) const {
    constexpr float entry_bytes = 4 * sizeof(std::uint16_t);
    const L offset = index * L(entry_bytes);
    return {L::look_up_words(ramp_bytes(0), offset),
            L::look_up_words(ramp_bytes(0) + sizeof(std::uint32_t), offset)};
  }
  /// The same among the sixteen entries from `first` on.
  [[nodiscard]] OVL_FN RampPair near_ramp_pair(const L& index, float first) const {
    const std::byte* entries = ramp_bytes(static_cast<int>(first));
    const L word = (index - L(first)) * L(2.0F);
    return {L::look_up_near_words(entries, word), L::look_up_near_words(entries, word + L(1.0F))};
  }
  [[nodiscard]] OVL_FN const std::byte* ramp_bytes(int entry) const {
    return reinterpret_cast<const std::byte*>(texture_.ramp + std::ptrdiff_t{4} * entry);
  }

  /// The weighted mean of four values, byte by byte; byte_of(i, shift) is a byte of the i-th value.
  template <class ByteOf>
  [[nodiscard]] OVL_FN static L weighted_bytes(const L (&shares)[4], const ByteOf& byte_of) {
    L low(128.0F), high(0.0F);
    for (int i = 0; i < 4; ++i) {
      low = fma(byte_of(i, 0), shares[i], low);
      high = fma(byte_of(i, 8), shares[i], high);
    }
    return mean_of_bytes(low, high);
  }
  /// The weighted mean of the four values from (left, top) on, for each lane.
  [[nodiscard]] OVL_FN L weighted_values(const L& left, const L& top, const L (&shares)[4]) const {
    constexpr float texel_bytes = sizeof(std::uint16_t);
    const auto width = static_cast<float>(texture_.size.width);
    const auto* texels = reinterpret_cast<const std::byte*>(texture_.texels);
    const L offset = fma(top, L(width), left) * L(texel_bytes);
    const auto upper =
        L::look_up_words(texels, offset);  // a texel, and the next one above its 16 bits
    const auto lower = L::look_up_words(texels, offset + L(width * texel_bytes));
    return weighted_bytes(shares, [&](int i, int shift) OVL_INLINE {
      return L::bits_of_words(i < 2 ? upper : lower, shift + i % 2 * 16, 0xFF);
    });
  }
  /// The same where all pixels lie between the same four, as in most blocks: cells are larger.
  [[nodiscard]] OVL_FN L weighted_values(int left, int top, const L (&shares)[4]) const {
    const std::uint16_t* upper =
        texture_.texels + static_cast<std::ptrdiff_t>(top) * texture_.size.width + left;
    const std::uint16_t* lower = upper + texture_.size.width;
    const unsigned values[4] = {upper[0], upper[1], lower[0], lower[1]};
    return weighted_bytes(shares, [&](int i, int shift) OVL_INLINE {
      return L(static_cast<float>(values[i] >> static_cast<unsigned>(shift) & 0xFFU));
    });
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
  bool smooth_values_ = false;  ///< it shows values at their full size, through a ramp
};

/// Lays a colour of an image, premultiplied R'G'B'A, on a pixel. Returns whether it shows.
template <class L>
OVL_FN bool lay_image(const TileContext<L>& tile, const Item& item, Pixel<L>& pixel,
                      const Pixel<L>& seen, const L& alpha) {
  const Pixel<L> rgba = faded(seen, alpha);
  const Pixel<L> own = to_work(tile.target, rgba);
  pixel = layer_over(pixel, item.stroke.a > 0 ? tinted(own, item.stroke) : own);
  return any(rgba.a > L(0.0F));
}

/// The needed blocks of a tile on which an image may show something.
template <class L>
BlockSet blocks_of_image(const TileContext<L>& tile, const Item& item) {
  const TextureView& texture = *item.image.texture;
  const BlockSet near = blocks_near(tile, grow(item.rect, coverage_reach)) & tile.blocks;
  const std::uint16_t* ramp = texture.ramp;
  const bool is_clear_at_0 = ramp != nullptr && (ramp[0] | ramp[1] | ramp[2] | ramp[3]) == 0;
  if (!is_clear_at_0 || (texture.levels > 1 && image_level(item.image.m) > 0)) return near;
  return ValueSearch<L>(tile, texture, item.image).find(near);
}

/// Stores the smooth values of blocks and how strongly they show, in order: for all blocks before
/// any is coloured, as in TileContext::cover.
template <class L>
void store_smooth_values(const TileContext<L>& tile, const Item& item, const ImageBrush<L>& brush,
                         BlockSet blocks) {
  const TextureView& texture = *item.image.texture;
  const ImageQuad quad = image_quad(item.image, texture.size);
  const bool all_deep = is_deep(item.image, texture.size, tile.area());
  auto* next = tile.scratch.coverage;
  const auto keep = [&](int block, const L& values) OVL_INLINE {
    const bool deep = all_deep || is_deep(item.image, texture.size, tile.block_area(block));
    const L share = deep ? L(1.0F) : quad_coverage(quad, tile.pixel_x(block), tile.pixel_y(block));
    store((*next)[0], values);
    store((*next++)[1], L(item.fill.a) * share);
  };
  const auto smooth = [&](int block) OVL_INLINE {
    return brush.smooth_values(tile.pixel_x(block), tile.pixel_y(block));
  };
  if (UprightValues<L>::shows(item.image))
    return UprightValues<L>(tile, texture, brush.level(), item.image)
        .for_each(blocks, smooth, keep);
  for_each_block(blocks, [&](int block) OVL_INLINE { keep(block, smooth(block)); });
}

template <class L>
void paint_image(TileContext<L>& tile, const Item& item) {
  const TextureView& texture = *item.image.texture;
  const ImageQuad quad = image_quad(item.image, texture.size);
  const ImageBrush<L> brush(texture, item.image);
  const bool aligned = is_aligned(texture, item.image);
  const BlockSet blocks = blocks_of_image(tile, item);
  const auto is_covered = [&](int block) OVL_INLINE {
    return aligned ? brush.covers(tile.block_x(block), tile.block_y(block))
                   : is_deep(item.image, texture.size, tile.block_area(block));
  };
  const auto strength = [&](int block, bool deep) OVL_INLINE {
    return L(item.fill.a) *
           (deep ? L(1.0F) : quad_coverage(quad, tile.pixel_x(block), tile.pixel_y(block)));
  };
  const auto lay = [&](Pixel<L>& pixel, const Pixel<L>& seen, const L& alpha)
                       OVL_INLINE { return lay_image(tile, item, pixel, seen, alpha); };
  if (!aligned && brush.has_smooth_values()) {
    store_smooth_values(tile, item, brush, blocks);
    const auto* at = tile.scratch.coverage;
    return tile.paint(blocks, [&](Pixel<L>& pixel, int) OVL_INLINE {
      const auto& kept = *at++;
      return lay(pixel, brush.ramp_colors(L::load(kept[0])), L::load(kept[1]));
    });
  }
  tile.paint(blocks, [&](Pixel<L>& pixel, int block) {
    const bool deep = is_covered(block);
    const Pixel<L> seen = deep && aligned
                              ? brush.aligned_colors(tile.block_x(block), tile.block_y(block))
                              : brush.colors(tile.pixel_x(block), tile.pixel_y(block));
    return lay(pixel, seen, strength(block, deep));
  });
}

/// The colours of a projected image on a block, premultiplied R'G'B'A.
template <class L>
Pixel<L> projected_colors(const ProjectedImage& image, const L& x, const L& y) {
  alignas(64) float px[block_lanes], py[block_lanes], color[4][block_lanes];
  store(px, x);
  store(py, y);
  for (int lane = 0; lane < block_lanes; ++lane) {
    const ImageColor at = color_at(image, *image.texture, px[lane], py[lane]);
    for (int i = 0; i < 4; ++i) color[i][lane] = static_cast<float>(static_cast<int>(at.c[i]));
  }
  const auto component = [&](int i) { return L::load(color[i]) * L(image_color_scale); };
  return {{component(0), component(1), component(2)}, component(3)};
}

template <class L>
void paint_projected_image(TileContext<L>& tile, const Item& item) {
  const ProjectedImage& image = *item.projected;
  tile.paint(blocks_near(tile, grow(item.rect, coverage_reach)), [&](Pixel<L>& pixel, int block) {
    const L x = tile.pixel_x(block), y = tile.pixel_y(block);
    const bool deep = is_deep(image, tile.block_area(block));
    const L strength = L(item.fill.a) * (deep ? L(1.0F) : quad_coverage(image.quad, x, y));
    if (!any(strength > L(0.0F))) return false;
    return lay_image(tile, item, pixel, projected_colors(image, x, y), strength);
  });
}

}  // namespace overlace

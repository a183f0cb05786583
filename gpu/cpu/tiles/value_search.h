// SPDX-License-Identifier: Apache-2.0
// Finds where on a tile an image of values is not 0: pictures of heat and sound are mostly empty.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/cpu/tiles/tile_context.h"
#include "gpu/kernels/affine_image.h"

namespace overlace {

/// Texels [first, last] of a row or a column.
struct TexelRange {
  int first, last;

  [[nodiscard]] OVL_FN int count() const { return last - first + 1; }
};
/// All texels along an axis that pixels of an area blend, whatever rounding does to their
/// coordinates. `m` is the axis's row of the image's matrix, `size` the image's number of texels.
OVL_FN TexelRange texels_of(const float* m, int size, const Rect& area) {
  const float at =
      fma(m[0], (area.left + area.right) * 0.5F, fma(m[1], (area.top + area.bottom) * 0.5F, m[2]));
  const float reach =
      fma(abs(m[0]), (area.right - area.left) * 0.5F, abs(m[1]) * (area.bottom - area.top) * 0.5F);
  const auto last = static_cast<float>(size - 1);
  return {static_cast<int>(clamp(floor(at - reach - 0.6F), 0.0F, last)),
          static_cast<int>(clamp(floor(at + reach + 0.6F), 0.0F, last))};
}

/// Which values of an image at its full size are not 0, within a rectangle of at most 64 x 64.
class ValueBits {
 public:
  static constexpr int most = 64;

  ValueBits(const TextureView& texture, TexelRange columns, TexelRange rows)
      : column_(columns.first), row_(rows.first) {
    for (int y = rows.first; y <= rows.last; ++y) {
      const std::uint16_t* texel = texture.texels + std::ptrdiff_t{y} * texture.size.width;
      std::uint64_t bits = 0;
      for (int x = columns.first; x <= columns.last; ++x)
        bits |= std::uint64_t{texel[x] != 0} << (x - columns.first);
      rows_[y - rows.first] = bits;
      any_ |= bits;
    }
  }
  [[nodiscard]] bool any() const { return any_ != 0; }
  /// The columns that have a value other than 0 in `rows`, as bits.
  [[nodiscard]] OVL_FN std::uint64_t in_rows(TexelRange rows) const {
    std::uint64_t bits = 0;
    for (int y = rows.first; y <= rows.last; ++y) bits |= rows_[y - row_];
    return bits;
  }
  [[nodiscard]] OVL_FN std::uint64_t of_columns(TexelRange columns) const {
    return ~std::uint64_t{0} >> (most - columns.count()) << (columns.first - column_);
  }

 private:
  std::uint64_t rows_[most];
  std::uint64_t any_ = 0;
  int column_, row_;
};

/// Finds the blocks of a tile on which an image of values is not 0 everywhere.
template <class L>
class ValueSearch {
 public:
  ValueSearch(const TileContext<L>& tile, const TextureView& texture, const ImagePlace& image)
      : tile_(tile), texture_(texture), image_(image) {}

  [[nodiscard]] BlockSet find(BlockSet near) const {
    const auto left = static_cast<float>(tile_.x), top = static_cast<float>(tile_.y);
    const Rect all{left, top - block_height, left + tile_width, top + tile_height};
    const TexelRange columns = columns_of(all), rows = rows_of(all);
    const bool along_rows = image_.m[1] == 0 && image_.m[3] == 0;
    const bool few = columns.count() * rows.count() <= tile_width * tile_height;
    if (!along_rows || !few || columns.count() > ValueBits::most || rows.count() > ValueBits::most)
      return find_one_by_one(near);
    const ValueBits values(texture_, columns, rows);
    return values.any() ? near & find_by_rows(values) : BlockSet{};
  }

 private:
  [[nodiscard]] OVL_FN TexelRange columns_of(const Rect& area) const {
    return texels_of(image_.m, texture_.size.width, area);
  }
  [[nodiscard]] OVL_FN TexelRange rows_of(const Rect& area) const {
    return texels_of(image_.m + 3, texture_.size.height, area);
  }

  /// For fewer values than pixels: compares what each row of blocks has with what each column has.
  [[nodiscard]] BlockSet find_by_rows(const ValueBits& values) const {
    std::uint64_t of_column[block_columns];
    for (int i = 0; i < block_columns; ++i)
      of_column[i] = values.of_columns(columns_of(tile_.block_area(i)));
    BlockSet seen;
    for (int row = 0; row <= row_above; ++row) {
      const int first = row * block_columns;
      const std::uint64_t in_row = values.in_rows(rows_of(tile_.block_area(first)));
      for (int i = 0; i < block_columns; ++i) seen.add_if((in_row & of_column[i]) != 0, first + i);
    }
    return seen;
  }
  /// Blocks with more values than `most_values` count as found: checking takes as long as painting.
  [[nodiscard]] BlockSet find_one_by_one(BlockSet near) const {
    constexpr int most_values = 64;
    BlockSet seen;
    for_each_block(near, [&](int block) {
      const Rect area = tile_.block_area(block);
      const TexelRange columns = columns_of(area), rows = rows_of(area);
      const bool many = columns.count() * rows.count() > most_values;
      seen.add_if(many || ValueBits(texture_, columns, rows).any(), block);
    });
    return seen;
  }

  const TileContext<L>& tile_;
  const TextureView& texture_;
  const ImagePlace& image_;
};

}  // namespace overlace

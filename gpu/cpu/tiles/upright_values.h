// SPDX-License-Identifier: Apache-2.0
// Values of an upright image on a tile: blocks of a row share what lies between two rows of values,
// blocks of a column their positions between two columns.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/cpu/tiles/tile_context.h"
#include "gpu/kernels/affine_image.h"

namespace overlace {

/// The first of the two texels that places lie between, and how far beyond it they are, in 1/256;
/// outside, the texels at the edge are repeated.
template <class L>
struct TexelsBetween {
  L first, after;

  TexelsBetween() = default;
  /// `coordinate` is a texel_coordinate() among `size` texels.
  OVL_FN TexelsBetween(const L& coordinate, int size) {
    const auto last = static_cast<float>(size - 1);
    const L inside = min(max(coordinate, L(0.0F)), L(256.0F * last));
    first = min(floor(inside * L(1.0F / 256)), L(last - 1));
    after = fma(first, L(-256.0F), inside);
  }
};
/// A weighted mean of values, from the sums of their low bytes, plus 128, and of their high bytes.
template <class L>
OVL_FN L mean_of_bytes(const L& low, const L& high) {
  const L mean = high + floor(low * L(1.0F / 256));  // in 1/256, as the sampler's
  return floor(mean * L(1.0F / 256));
}

/// What ImageBrush::smooth_values finds, for blocks that lie between the same four values, as most
/// do: cells are larger. All sums are whole numbers below 2^24, the same in any order.
template <class L>
class UprightValues {
 public:
  [[nodiscard]] OVL_FN static bool shows(const ImagePlace& image) {
    return image.m[1] == 0 && image.m[3] == 0;
  }

  UprightValues(const TileContext<L>& tile, const TextureView& texture, const TextureLevel& level,
                const ImagePlace& image)
      : tile_(tile), texture_(texture), level_(level), image_(image) {
    for (int i = 0; i < block_columns; ++i) {
      const L u = fma(L(image.m[0]), tile.pixel_x(i), L(image.m[2]));
      const Line line(texel_coordinate(u, level.scale, level.width), level.width);
      column_[i] = line.first;
      store(after_[i], line.after);
    }
    find_columns();
  }

  /// Calls f(block, values) for blocks of the tile; for those that do not lie between the same four
  /// values, the values are otherwise(block).
  template <class Otherwise, class F>
  OVL_FN void for_each(BlockSet blocks, const Otherwise& otherwise, const F& f) {
    for (int row = 0; row <= row_above; ++row) {
      const unsigned columns = blocks.row(row);
      if (columns == 0) continue;
      const bool is_alike = find_row(row * block_columns);
      for_each_bit(columns, 0, [&](int i) OVL_INLINE {
        const int block = row * block_columns + i, column = column_[i] - first_;
        const bool known = is_alike && column_[i] >= 0 && column + 1 < count_;
        f(block, known ? between(column, L::load(after_[i])) : otherwise(block));
      });
    }
  }

 private:
  /// Where a block's pixels lie along an axis: the first of the two values that all of them lie
  /// between, or -1, and how far beyond it they are.
  struct Line {
    int first;
    L after;
    OVL_FN Line(const L& coordinate, int size) {
      const TexelsBetween<L> at(coordinate, size);
      const float own = first_of(at.first);
      first = any(at.first != L(own)) ? -1 : static_cast<int>(own);
      after = at.after;
    }
  };
  /// Finds which columns of values are read.
  void find_columns() {
    int last = -1;
    for (const int column : column_) {
      if (column < 0) continue;
      if (last < 0 || column < first_) first_ = column;
      last = column > last ? column : last;
    }
    const int seen = last < 0 ? 0 : last - first_ + 2;  // there are two at least
    count_ = seen < most ? seen : most;
  }
  /// Interpolates the columns of values for a row of blocks, if its pixels lie between the same two
  /// rows of values. Returns whether they do.
  OVL_FN bool find_row(int block) {
    const L v = fma(L(image_.m[4]), tile_.pixel_y(block), L(image_.m[5]));
    const Line line(texel_coordinate(v, level_.scale, level_.height), level_.height);
    if (line.first < 0) return false;
    const L before = L(256.0F) - line.after;
    const std::uint16_t* upper =
        texture_.texels + static_cast<std::ptrdiff_t>(line.first) * texture_.size.width + first_;
    const std::uint16_t* lower = upper + texture_.size.width;
    for (int i = 0; i < count_; ++i) {
      const auto down = [&](int shift) OVL_INLINE {
        const auto byte = [&](unsigned value)
                              OVL_INLINE { return L(static_cast<float>(value >> shift & 0xFFU)); };
        return fma(byte(lower[i]), line.after, byte(upper[i]) * before);
      };
      store(low_[i], down(0));
      store(high_[i], down(8));
    }
    return true;
  }
  [[nodiscard]] OVL_FN L between(int column, const L& after) const {
    const L before = L(256.0F) - after;
    const auto across = [&](const float(&sums)[most][block_lanes], float add) OVL_INLINE {
      return fma(L::load(sums[column + 1]), after, fma(L::load(sums[column]), before, L(add)));
    };
    return mean_of_bytes(across(low_, 128), across(high_, 0));
  }

  static constexpr int most = block_columns + 2;

  const TileContext<L>& tile_;
  const TextureView& texture_;
  const TextureLevel& level_;
  const ImagePlace& image_;
  int first_ = 0, count_ = 0;  ///< the columns of values that are read
  int column_[block_columns];
  alignas(64) float after_[block_columns][block_lanes];
  alignas(64) float low_[most][block_lanes];
  alignas(64) float high_[most][block_lanes];
};

}  // namespace overlace

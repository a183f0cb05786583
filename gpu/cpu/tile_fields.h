// SPDX-License-Identifier: Apache-2.0
// The light around an ellipse on a tile: its fields are worked out sixteen at a time, and pixels
// look up the one that they are in.
#pragma once

#include "gpu/cpu/tile_context.h"
#include "gpu/kernels/shape.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

alignas(64) inline constexpr float fields_in_turn[block_lanes] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                                  8, 9, 10, 11, 12, 13, 14, 15};

/// The light fields of an ellipse that a tile sees.
template <class L>
class TileFields {
 public:
  /// Those that blocks of the tile see.
  TileFields(const TileContext<L>& tile, const Item& item, const Convex& shape, BlockSet blocks)
      : tile_(tile), item_(item), shape_(shape) {
    const IntRange columns = fields(tile.x, tile.x + tile_width, shape.x, light_field_width);
    const IntRange rows =
        fields(tile.y - block_height, tile.y + tile_height, shape.y, light_field_height);
    first_column_ = static_cast<float>(columns.first);
    first_row_ = rows.first;
    bool wanted[rows_ + 1] = {};
    for (int row = 0; row <= row_above; ++row) {
      if (blocks.row(row) == 0) continue;
      const int y = tile.block_y(row * block_columns);
      for (const int line : {y, y + 1}) wanted[row_of_field(line) - first_row_] = true;
    }
    for (int row = 0; row < rows_; ++row)
      if (wanted[row]) find_row(row);
  }

  /// The light on a block. Where no field holds, that is what `otherwise()` finds.
  template <class Otherwise>
  [[nodiscard]] OVL_FN L light_or(int block, const Otherwise& otherwise) const {
    constexpr unsigned all = (1U << block_lanes) - 1;
    const Place at = place(block);
    const L distance = look_up_near(distance_[at.row], at.index);
    const auto holds = distance > L(0.0F);
    const unsigned held = bits_of(holds);
    if (held == 0) return otherwise();
    const LightField<L> field{distance, look_up_near(nx_[at.row], at.index),
                              look_up_near(ny_[at.row], at.index),
                              look_up_near(half_curvature_[at.row], at.index)};
    const L light =
        glow_light(item_, field.at(at.x - light_field_middle(at.column, light_field_width),
                                   at.y - light_field_middle(at.line, light_field_height)));
    return held == all ? light : select(holds, light, otherwise());
  }

 private:
  void find_row(int row) {
    const FieldEllipse ellipse(shape_.a, shape_.b, item_.glow_gain, item_.glow_radius);
    const L column = L(first_column_) + L::load(fields_in_turn);
    const L line(static_cast<float>(first_row_ + row));
    const LightField<L> field = ellipse.around(light_field_middle(column, light_field_width),
                                               light_field_middle(line, light_field_height));
    store(distance_[row], field.distance);
    store(nx_[row], field.nx);
    store(ny_[row], field.ny);
    store(half_curvature_[row], field.half_curvature);
  }
  /// Where a block's pixels are among the fields.
  struct Place {
    L x, y;          ///< from the ellipse's middle, in the first quarter
    L column, line;  ///< numbers of the fields
    int row;         ///< the first one that its pixels are in
    L index;         ///< from that row's first field on
  };
  [[nodiscard]] OVL_FN Place place(int block) const {
    Place at;
    at.x = abs(tile_.pixel_x(block) - L(shape_.x));
    at.y = abs(tile_.pixel_y(block) - L(shape_.y));
    at.column = light_field_at(at.x, light_field_width);
    at.line = light_field_at(at.y, light_field_height);
    const int upper = row_of_field(tile_.block_y(block));
    const int lower = row_of_field(tile_.block_y(block) + 1);
    const int first = upper < lower ? upper : lower;
    at.row = first - first_row_;
    at.index = fma(at.line - L(static_cast<float>(first)), L(float{columns_}),
                   at.column - L(first_column_));
    return at;
  }
  [[nodiscard]] OVL_FN int row_of_field(int y) const {
    return static_cast<int>(
        light_field_at(static_cast<float>(y) + 0.5F - shape_.y, light_field_height));
  }
  /// Those that the middles of pixels [begin, end) are in.
  [[nodiscard]] static IntRange fields(int begin, int end, float middle, float side) {
    const float first = static_cast<float>(begin) + 0.5F - middle;
    const float last = static_cast<float>(end) - 0.5F - middle;
    const float near = first <= 0 && last >= 0 ? 0.0F : min(abs(first), abs(last));
    return {static_cast<int>(light_field_at(near, side)),
            static_cast<int>(light_field_at(max(abs(first), abs(last)), side))};
  }

  static constexpr int columns_ = block_lanes;
  static_assert(tile_width / light_field_width + 2 <= columns_);
  static constexpr int rows_ =
      (tile_height + block_height) / static_cast<int>(light_field_height) + 2;
  using Table = float[rows_ + 1][columns_];  ///< a row more than has any: looked at, and not seen

  const TileContext<L>& tile_;
  const Item& item_;
  const Convex& shape_;
  float first_column_ = 0;
  int first_row_ = 0;
  alignas(64) Table distance_{};
  alignas(64) Table nx_{};
  alignas(64) Table ny_{};
  alignas(64) Table half_curvature_{};
};

}  // namespace overlace

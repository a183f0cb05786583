// SPDX-License-Identifier: Apache-2.0
// The light around an ellipse on a tile: its fields are computed sixteen at a time, once for all
// tiles of a row, and pixels look up the one that they are in.
#pragma once

#include <bit>

#include "gpu/cpu/tiles/tile_context.h"
#include "gpu/kernels/shape.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

alignas(64) inline constexpr float fields_in_turn[block_lanes] = {0, 1, 2,  3,  4,  5,  6,  7,
                                                                  8, 9, 10, 11, 12, 13, 14, 15};

/// Sixteen fields of an ellipse, which are computed unless `known` has them.
template <class L, std::size_t count>
OVL_LONG_FN const KnownFields& fields_of(KnownFields (&known)[count], const KnownFields::Key& key) {
  const auto mixed = std::bit_cast<std::uint32_t>(key.a) * 0x9E3779B1U ^
                     std::bit_cast<std::uint32_t>(key.b) * 0x85EBCA6BU;
  const auto beside = static_cast<std::uint32_t>(2 * key.row + key.column);
  KnownFields& fields = known[((mixed >> 16U) + beside) % count];
  if (fields.key == key) return fields;
  const FieldEllipse ellipse(key.a, key.b, key.glow_gain, key.glow_radius);
  const L column = L(static_cast<float>(block_lanes * key.column)) + L::load(fields_in_turn);
  const LightField<L> field =
      ellipse.around(light_field_middle(column, light_field_width),
                     light_field_middle(L(static_cast<float>(key.row)), light_field_height));
  fields.key = key;
  store(fields.value[0], field.distance);
  store(fields.value[1], field.nx);
  store(fields.value[2], field.ny);
  store(fields.value[3], field.half_curvature);
  return fields;
}

/// The light fields of an ellipse that a tile sees.
template <class L>
class TileFields {
 public:
  /// Finds the fields that `blocks` of the tile see.
  TileFields(const TileContext<L>& tile, const Item& item, const Convex& shape, BlockSet blocks)
      : tile_(tile), item_(item), shape_(shape) {
    const IntRange columns = fields(tile.x, tile.x + tile_width, shape.x, light_field_width);
    const IntRange rows =
        fields(tile.y - block_height, tile.y + tile_height, shape.y, light_field_height);
    first_column_ = static_cast<float>(columns.first);
    last_column_ = columns.last;
    first_row_ = rows.first;
    for (int i = 0; i < block_columns; ++i) place_column(i);
    bool wanted[rows_ + 1] = {};
    for (int row = 0; row <= row_above; ++row) {
      if (blocks.row(row) == 0) continue;
      place_row(row);
      const int y = tile.block_y(row * block_columns);
      for (const int line : {y, y + 1}) wanted[row_of_field(line) - first_row_] = true;
    }
    for (int row = 0; row < rows_; ++row)
      if (wanted[row]) find_row(row);
  }

  /// The light on a block, and the lanes in which fields hold; in others the light may be anything.
  struct Light {
    L value;
    unsigned held;
  };
  [[nodiscard]] OVL_FN Light light(int block) const {
    const int column = block % block_columns, row = block / block_columns, first = row_[row];
    const L index = L::load(across_[column]) + L::load(down_[row]);
    const LightField<L> field{
        look_up_near(value_[0][first], index), look_up_near(value_[1][first], index),
        look_up_near(value_[2][first], index), look_up_near(value_[3][first], index)};
    return {glow_light(item_, field.at(L::load(dx_[column]), L::load(dy_[row]))),
            bits_of(field.distance > L(0.0F))};
  }

 private:
  /// Copies a row's fields from the first column on, which lie in one set of sixteen or in two.
  void find_row(int row) {
    const int first = static_cast<int>(first_column_);
    KnownFields::Key key{.a = shape_.a,
                         .b = shape_.b,
                         .glow_gain = item_.glow_gain,
                         .glow_radius = item_.glow_radius,
                         .row = first_row_ + row,
                         .column = first / block_lanes};
    const KnownFields& own = fields_of<L>(tile_.scratch.fields, key);
    const bool goes_on = last_column_ / block_lanes > key.column;
    if (goes_on) ++key.column;
    const KnownFields& next = goes_on ? fields_of<L>(tile_.scratch.fields, key) : own;
    const L from = L::load(fields_in_turn) + L(static_cast<float>(first % block_lanes));
    for (int i = 0; i < 4; ++i) {
      alignas(64) float both[2 * block_lanes];
      store(both, L::load(own.value[i]));
      store(both + block_lanes, L::load(next.value[i]));
      store(value_[i][row], look_up_near(both, from));
    }
  }
  /// Finds which fields the pixels of a column of blocks are in, and where in them.
  void place_column(int column) {
    const L x = abs(tile_.pixel_x(column) - L(shape_.x));
    const L field = light_field_at(x, light_field_width);
    store(dx_[column], x - light_field_middle(field, light_field_width));
    store(across_[column], field - L(first_column_));
  }
  /// The same for a row of blocks, which may see two rows of fields: these are looked up from the
  /// first one on.
  void place_row(int row) {
    const int block = row * block_columns, top = tile_.block_y(block);
    const L y = abs(tile_.pixel_y(block) - L(shape_.y));
    const L field = light_field_at(y, light_field_height);
    const int upper = row_of_field(top), lower = row_of_field(top + 1);
    const int first = upper < lower ? upper : lower;
    store(dy_[row], y - light_field_middle(field, light_field_height));
    store(down_[row], (field - L(static_cast<float>(first))) * L(float{columns_}));
    row_[row] = first - first_row_;
  }
  [[nodiscard]] OVL_FN int row_of_field(int y) const {
    return static_cast<int>(
        light_field_at(static_cast<float>(y) + 0.5F - shape_.y, light_field_height));
  }
  /// The fields that the centres of pixels [begin, end) are in.
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
  using Table = float[rows_ + 1][columns_];  ///< one row to spare: read, but not used

  const TileContext<L>& tile_;
  const Item& item_;
  const Convex& shape_;
  float first_column_ = 0;
  int last_column_ = 0, first_row_ = 0;
  alignas(64) Table value_[4]{};  ///< as LightField has them
  // For pixels of each column and each row of blocks: how far they are from the middles of their
  // fields, and the numbers of these, counted from the first one.
  alignas(64) float dx_[block_columns][block_lanes];
  alignas(64) float across_[block_columns][block_lanes];
  alignas(64) float dy_[block_rows + 1][block_lanes];
  alignas(64) float down_[block_rows + 1][block_lanes];
  int row_[block_rows + 1];  ///< the row of fields in which each row of blocks begins
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Images that effects read and write: layers and what they are made of on the way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/core/vec.h"
#include "graph/data/layer_grid.h"

namespace overlace {

/// What the byte of an opaque tile may be: then all its pixels in the image have alpha 1, whatever
/// a layer holds of which only alpha is asked for. Other tiles that are not empty have a 1.
inline constexpr std::uint8_t opaque_tile = 2;

/// Premultiplied FP16 RGBA, row by row, with a byte for each tile: where it is 0, the tile is
/// transparent whatever its pixels hold. Outside, everything is transparent.
struct TiledImage {
  std::uint16_t* pixels = nullptr;
  std::uint8_t* occupied = nullptr;
  Size size;

  [[nodiscard]] OVL_FN int columns() const { return layer_tiles(size.width); }
  [[nodiscard]] OVL_FN int rows() const { return layer_tiles(size.height); }
  [[nodiscard]] OVL_FN bool has(int x, int y) const {
    return x >= 0 && y >= 0 && x < size.width && y < size.height;
  }
  /// Whether a tile holds anything; not so outside.
  [[nodiscard]] OVL_FN bool is_occupied(int column, int row) const {
    return column >= 0 && row >= 0 && column < columns() && row < rows() &&
           occupied[row * columns() + column] != 0;
  }
  /// Whether a tile is known to be opaque; not so outside.
  [[nodiscard]] OVL_FN bool is_opaque(int column, int row) const {
    return is_occupied(column, row) && occupied[row * columns() + column] == opaque_tile;
  }
  [[nodiscard]] OVL_FN std::uint16_t* at(int x, int y) const {
    return pixels + (static_cast<std::ptrdiff_t>(y) * size.width + x) * 4;
  }
};

/// Tiles of its output that a worker of a CPU makes at once, and that share what they read.
struct PassBlock {
  int columns, rows;
};

/// Whole numbers from first to last.
struct IntRange {
  int first, last;
};
/// The tiles that hold pixels `first` to `last`.
OVL_FN IntRange tiles_of(int first, int last) {
  return {first >> log2_layer_tile, last >> log2_layer_tile};
}
/// The pixels of a tile, and `reach` more on each side.
OVL_FN IntRange around_tile(int tile, int reach) {
  const int first = tile * layer_tile;
  return {first - reach, first + layer_tile - 1 + reach};
}
/// A number of pixels, halved downwards.
OVL_FN int half_of(int pixels) {
  return pixels >> 1;
}

}  // namespace overlace

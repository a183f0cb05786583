// SPDX-License-Identifier: Apache-2.0
// Images that effects read and write: layers and intermediate images.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/core/vec.h"
#include "graph/data/layer_grid.h"

namespace overlace {

/// Values of a tile's byte; 0 is a transparent tile, whatever its pixels hold. The other bits are
/// set in addition to the first.
inline constexpr std::uint8_t painted_tile = 1;
/// All its pixels within the image have alpha 1, whatever the memory of a layer holds that is used
/// for its alpha only.
inline constexpr std::uint8_t opaque_tile = painted_tile | 2;
/// All its pixels are equal and lie in the image; only the first one is stored. Only a CPU makes
/// such tiles: it need not read, write or compute the other pixels.
inline constexpr std::uint8_t flat_tile = painted_tile | 4;
/// Flat, and equal to the previous tile in its row, which is flat, too: after reading that one
/// there is no need to fetch this one's pixel.
inline constexpr std::uint8_t alike_tile = flat_tile | 8;

/// Whether a tile's byte has these marks.
OVL_FN constexpr bool is_opaque_tile(std::uint8_t mark) {
  return (mark & opaque_tile) == opaque_tile;
}
OVL_FN constexpr bool is_flat_tile(std::uint8_t mark) {
  return (mark & flat_tile) == flat_tile;
}
OVL_FN constexpr bool is_alike_tile(std::uint8_t mark) {
  return (mark & alike_tile) == alike_tile;
}

/// A byte for each tile of an image.
struct TileMarks {
  std::uint8_t* occupied = nullptr;
  Size size;  ///< of the image, px

  [[nodiscard]] OVL_FN int columns() const { return layer_tiles(size.width); }
  [[nodiscard]] OVL_FN int rows() const { return layer_tiles(size.height); }
  [[nodiscard]] OVL_FN bool has(int x, int y) const {
    return x >= 0 && y >= 0 && x < size.width && y < size.height;
  }
  /// The byte of a tile; 0 outside.
  [[nodiscard]] OVL_FN std::uint8_t mark(int column, int row) const {
    const bool inside = column >= 0 && row >= 0 && column < columns() && row < rows();
    return inside ? occupied[row * columns() + column] : std::uint8_t{0};
  }
  /// The bytes of a row of tiles.
  [[nodiscard]] OVL_FN std::uint8_t* row_marks(int row) const {
    return occupied + std::ptrdiff_t{row} * columns();
  }
  /// Whether a tile holds anything.
  [[nodiscard]] OVL_FN bool is_occupied(int column, int row) const {
    return mark(column, row) != 0;
  }
  /// Whether a tile is known to be opaque.
  [[nodiscard]] OVL_FN bool is_opaque(int column, int row) const {
    return is_opaque_tile(mark(column, row));
  }
  /// Whether a tile is known to have one colour.
  [[nodiscard]] OVL_FN bool is_flat(int column, int row) const {
    return is_flat_tile(mark(column, row));
  }
  /// Whether a tile holds anything and is not flat.
  [[nodiscard]] OVL_FN bool is_mixed(int column, int row) const {
    const std::uint8_t own = mark(column, row);
    return own != 0 && !is_flat_tile(own);
  }
};

/// Premultiplied FP16 RGBA, row by row, with a byte for each tile. Outside, everything is
/// transparent.
struct TiledImage : TileMarks {
  std::uint16_t* pixels = nullptr;

  [[nodiscard]] OVL_FN std::uint16_t* at(int x, int y) const {
    return pixels + (static_cast<std::ptrdiff_t>(y) * size.width + x) * 4;
  }
  /// The first pixel of a tile.
  [[nodiscard]] OVL_FN std::uint16_t* tile_at(int column, int row) const {
    return at(column * layer_tile, row * layer_tile);
  }
  /// A pixel of an occupied tile, which may be flat.
  [[nodiscard]] OVL_FN const std::uint16_t* seen_at(int x, int y) const {
    const int column = x >> log2_layer_tile, row = y >> log2_layer_tile;
    return is_flat(column, row) ? tile_at(column, row) : at(x, y);
  }
};

/// Output tiles that a CPU worker makes at once, and that share what they read.
struct PassBlock {
  int columns, rows;
};

/// Whole numbers from first to last.
struct IntRange {
  int first, last;
};
/// A rectangle of an image's pixels.
struct ImageArea {
  IntRange x, y;
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

// SPDX-License-Identifier: Apache-2.0
// Images that effects read and write: layers and what they are made of on the way.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/core/vec.h"
#include "graph/data/layer_grid.h"

namespace overlace {

/// What the byte of a tile may be; 0 is a transparent one, whatever its pixels hold. The other bits
/// come on top of the first.
inline constexpr std::uint8_t painted_tile = 1;
/// All its pixels in the image have alpha 1, whatever a layer holds of which only alpha is asked
/// for.
inline constexpr std::uint8_t opaque_tile = painted_tile | 2;
/// All its pixels are alike and lie in the image. Only the first one is in memory. A CPU alone
/// makes such tiles: it has nothing to read, write or work out for the rest of them.
inline constexpr std::uint8_t flat_tile = painted_tile | 4;
/// Flat, and like the tile before it in its row, which is flat, too: who has looked at that one
/// need not fetch this one's pixel.
inline constexpr std::uint8_t alike_tile = flat_tile | 8;

/// Whether a tile's byte says so.
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
  /// Whether a tile is known to be of one colour.
  [[nodiscard]] OVL_FN bool is_flat(int column, int row) const {
    return is_flat_tile(mark(column, row));
  }
  /// Whether a tile holds anything, pixel by pixel.
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
  /// A pixel of a tile that is occupied, wherever it is in memory.
  [[nodiscard]] OVL_FN const std::uint16_t* seen_at(int x, int y) const {
    const int column = x >> log2_layer_tile, row = y >> log2_layer_tile;
    return is_flat(column, row) ? tile_at(column, row) : at(x, y);
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
/// Some pixels of an image.
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

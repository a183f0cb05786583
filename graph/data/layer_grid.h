// SPDX-License-Identifier: Apache-2.0
// How layers lie in memory: four halves per pixel or one, and marks of their tiles.
#pragma once

#include <cstddef>
#include <cstdint>

#include "graph/core/math.h"
#include "graph/core/vec.h"

namespace overlace {

/// Side of a layer's tiles, each marked as occupied or not, 2^n px: what a warp paints at once, and
/// a quarter of what a CPU worker does. With smaller tiles, thin lines occupy fewer pixels.
inline constexpr int log2_layer_tile = 4;
inline constexpr int layer_tile = 1 << log2_layer_tile;

/// Tiles along a side of `pixels` px.
OVL_FN constexpr int layer_tiles(int pixels) {
  return (pixels + layer_tile - 1) >> log2_layer_tile;
}
/// What a layer stores of each pixel: premultiplied RGBA, or only alpha if nothing needs more.
enum class LayerKind : std::uint8_t { colors, alpha };

/// Halves per pixel; alpha is the last one.
constexpr int layer_channels(LayerKind kind) {
  return kind == LayerKind::alpha ? 1 : 4;
}

/// Bytes of a layer's tile marks, and of its pixels (FP16). Alpha alone is kept in whole tiles.
constexpr std::size_t layer_occupied_bytes(Size size) {
  return static_cast<std::size_t>(layer_tiles(size.width)) *
         static_cast<std::size_t>(layer_tiles(size.height));
}
constexpr std::size_t layer_pixels_bytes(Size size, LayerKind kind = LayerKind::colors) {
  constexpr std::size_t half_bytes = 2;
  const std::size_t pixels =
      kind == LayerKind::alpha
          ? layer_occupied_bytes(size) << (2 * log2_layer_tile)
          : static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height);
  return pixels * half_bytes * static_cast<std::size_t>(layer_channels(kind));
}
/// Where a pixel lies in a layer of alpha alone, `width` px wide: tile by tile, each row by row.
/// Rims of shapes touch few pixels of many rows, so rows of the layer would waste most of each
/// cache line.
OVL_FN constexpr std::ptrdiff_t alpha_place(int width, int x, int y) {
  const std::ptrdiff_t tile =
      std::ptrdiff_t{1} * (y >> log2_layer_tile) * layer_tiles(width) + (x >> log2_layer_tile);
  constexpr int last = layer_tile - 1;
  return tile << (2 * log2_layer_tile) | (y & last) << log2_layer_tile | (x & last);
}
/// Marks of blocks of 8 x 2 px, which hold whole chroma samples: one bit for each block of four
/// adjacent tiles, row by row. A CPU keeps these marks with the alpha of regions.
struct BlockMarks {
  std::uint64_t painted;  ///< the others are transparent
  std::uint64_t opaque;   ///< those of the painted ones whose alpha is 1 everywhere
};
inline constexpr int log2_block_width = 3, log2_block_height = 1, log2_marked_tiles = 2;
/// Marks for a row of tiles of a layer `width` px wide, and for all its tiles.
OVL_FN constexpr int block_marks_across(int width) {
  return (layer_tiles(width) + (1 << log2_marked_tiles) - 1) >> log2_marked_tiles;
}
constexpr std::size_t layer_block_marks(Size size) {
  return static_cast<std::size_t>(block_marks_across(size.width)) *
         static_cast<std::size_t>(layer_tiles(size.height));
}
/// Bytes of a layer on the CPU.
constexpr std::size_t layer_bytes(Size size, LayerKind kind) {
  const std::size_t marks =
      kind == LayerKind::alpha ? layer_block_marks(size) * sizeof(BlockMarks) : 0;
  return layer_pixels_bytes(size, kind) + layer_occupied_bytes(size) + marks;
}
/// Bytes of an image's pixels and tiles, padded to where the next image begins.
constexpr std::size_t image_bytes(Size size) {
  return (layer_pixels_bytes(size) + layer_occupied_bytes(size) + 255) / 256 * 256;
}

}  // namespace overlace

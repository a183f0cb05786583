// SPDX-License-Identifier: Apache-2.0
// What passes between the rasteriser and its tile kernels: the target, the scene and a worker's
// scratch memory, all plain, because kernels are compiled once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/cpu/quad.h"
#include "gpu/image.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"
#include "gpu/layer.h"

namespace overlace {

inline constexpr int tile_width = layer_tile_width, tile_height = layer_tile_height;
/// Pixels that are computed at once: two rows of eight, which hold whole chroma samples.
inline constexpr int block_width = 8, block_height = 2, block_lanes = 16;
inline constexpr int block_columns = tile_width / block_width;
/// Rows of blocks in a tile, and one above it (index 0) whose pixels top-left chroma reaches into.
inline constexpr int block_rows = tile_height / block_height + 1;

/// Everything of a frame that a tile reads.
struct SceneView {
  const Item* items = nullptr;
  const Piece* pieces = nullptr;
  const Group* groups = nullptr;
  const LayerView* layers = nullptr;
  const std::uint8_t* atlas = nullptr;
};

/// Accumulated paint of a tile, premultiplied: components 0..2 and alpha of each block. Blocks
/// whose `mask` bit is clear are transparent, whatever they hold; those whose `flat` bit is set,
/// too, have one paint throughout, which only `tone` holds.
struct alignas(64) Surface {
  float block[block_rows][block_columns][4][block_lanes];
  alignas(16) float tone[block_rows][block_columns][4];
  std::uint8_t mask[block_rows], flat[block_rows];  ///< bit = column
};

/// Most pieces of one item on one tile whose blocks are told apart; see paint_stroke.
inline constexpr std::uint32_t most_sorted_pieces = 32;

/// A worker's memory for the tile at hand.
struct TileScratch {
  Surface surface[max_group_depth + 1];  ///< the target's, then one per open group
  alignas(64) float nearest[block_rows][block_columns][5][block_lanes];
  RowBits piece_blocks[most_sorted_pieces];  ///< that each piece of an item may paint
  /// Last pixel column of the tile to the left, for chroma: alpha, components 1 and 2.
  float carry[block_rows][2][3];
  std::uint16_t carried = 0;  ///< bit = row of blocks in which `carry` holds; elsewhere it is 0
};

/// One tile's work.
struct TileJob {
  int x = 0, y = 0;                     ///< top-left pixel
  const std::uint32_t* refs = nullptr;  ///< pieces in paint order
  std::uint32_t count = 0;
};

/// Paints a tile and writes what it touched; returns the bytes written. Tiles of a row go from left
/// to right through one scratch.
using PaintTile = std::size_t (*)(const SceneView&, const Target&, const TileJob&, TileScratch&);

std::size_t paint_tile_scalar(const SceneView&, const Target&, const TileJob&, TileScratch&);
std::size_t paint_tile_avx2(const SceneView&, const Target&, const TileJob&, TileScratch&);
std::size_t paint_tile_avx512(const SceneView&, const Target&, const TileJob&, TileScratch&);

}  // namespace overlace

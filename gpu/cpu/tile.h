// SPDX-License-Identifier: Apache-2.0
// What passes between the rasteriser and its tile kernels: the target, the scene and a worker's
// scratch memory, all plain, because kernels are compiled once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gpu/cpu/block_set.h"
#include "gpu/image.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"

namespace overlace {

/// Everything of a frame that a tile reads.
struct SceneView {
  const Item* items = nullptr;
  const Piece* pieces = nullptr;
  const Group* groups = nullptr;
  const LayerView* layers = nullptr;
  const std::uint8_t* atlas = nullptr;
};

/// Accumulated paint of a tile, premultiplied: components 0..2 and alpha of each block. Blocks that
/// are not in `painted` are transparent, whatever they hold.
struct Surface {
  alignas(64) float block[all_blocks][4][block_lanes];
  BlockSet painted;
};

/// Most pieces of one item on one tile whose blocks are told apart; see paint_stroke.
inline constexpr std::uint32_t most_sorted_pieces = 32;

/// A worker's memory for the tile at hand.
struct TileScratch {
  Surface surface[max_group_depth + 1];  ///< the target's, then one per open group
  alignas(64) float nearest[all_blocks][5][block_lanes];
  /// Pixel centres by lane, of each column and each row of blocks.
  alignas(64) float pixel_x[block_columns][block_lanes];
  alignas(64) float pixel_y[block_rows + 1][block_lanes];
  BlockSet reached[most_sorted_pieces];  ///< by each piece of the stroke at hand
  /// Last pixel column of the tile to the left, for chroma: alpha, components 1 and 2.
  float carry[block_rows + 1][2][3];
  std::uint16_t carried = 0;  ///< bit = row of blocks in which `carry` holds; elsewhere it is 0
};

/// One tile's work.
struct TileJob {
  int x = 0, y = 0;                     ///< top-left pixel
  const std::uint32_t* refs = nullptr;  ///< pieces in paint order
  std::uint32_t count = 0;
  int next_x = 0;  ///< of the tile that is probably painted next in the row; may be past its end
};

/// Paints a tile and writes what it touched; returns the bytes written. Tiles of a row go from left
/// to right through one scratch.
using PaintTile = std::size_t (*)(const SceneView&, const Target&, const TileJob&, TileScratch&);

std::size_t paint_tile_scalar(const SceneView&, const Target&, const TileJob&, TileScratch&);
std::size_t paint_tile_avx2(const SceneView&, const Target&, const TileJob&, TileScratch&);
std::size_t paint_tile_avx512(const SceneView&, const Target&, const TileJob&, TileScratch&);

}  // namespace overlace

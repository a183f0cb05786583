// SPDX-License-Identifier: Apache-2.0
// What passes between the rasteriser and its tile kernels: the target, the scene and a worker's
// scratch memory, all plain, because kernels are compiled once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/cpu/block_set.h"
#include "gpu/kernels/bin.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"
#include "graph/data/image.h"

namespace overlace {

/// A segment as it is looked for on tiles: its item, and of a stroke its bounds.
struct PlacedSegment {
  std::uint32_t item = 0;
  SegmentBounds bounds{.reach = -1};  ///< reach < 0 for other items
};

/// Segments, once to be painted and once to be looked for, and the items that they belong to.
struct ScenePart {
  const Item* items = nullptr;
  const Segment* segments = nullptr;
  const PlacedSegment* placed = nullptr;  ///< by the same numbers
};
/// A segment by its number in a part of the scene.
struct SegmentRef {
  std::uint32_t part = 0, segment = 0;
  friend bool operator==(SegmentRef, SegmentRef) = default;
};

/// Everything of a frame that a tile reads.
struct SceneView {
  const ScenePart* parts = nullptr;
  const Group* groups = nullptr;
  const LayerView* layers = nullptr;
  const std::uint8_t* atlas = nullptr;

  /// What a segment belongs to.
  [[nodiscard]] const Item& item(SegmentRef ref) const {
    const ScenePart& part = parts[ref.part];
    return part.items[part.placed[ref.segment].item];
  }
};

/// Accumulated paint of a tile, premultiplied: components 0..2 and alpha of each block. Blocks that
/// are not in `painted` are transparent, whatever they hold.
struct Surface {
  alignas(64) float block[all_blocks][4][block_lanes];
  alignas(64) float solid[4][tile_blocks + block_lanes];  ///< of `uniform` blocks, by block
  BlockSet painted;
  BlockSet uniform;  ///< painted ones whose pixels are all alike: in `solid`, and not in `block`
  bool only_alpha;   ///< is looked at: colours may be anything
};

OVL_FN void clear(Surface& surface) {
  surface.painted = surface.uniform = {};
  surface.only_alpha = false;
}

/// Top of each row of blocks relative to the tile, twice.
alignas(64) inline constexpr float block_row_y[block_lanes] = {0, 2, 4, 6, 8, 10, 12, 14,
                                                               0, 2, 4, 6, 8, 10, 12, 14};

/// A segment that may be seen on a tile.
struct SegmentOnTile {
  BlockSet blocks;  ///< that a stroke's segment may paint; unused for other items
  const Segment* segment = nullptr;
  const Item* item = nullptr;
};

/// Sixteen light fields of a row, from the ellipse's middle on, in all tiles that see them: they
/// hang on nothing but the key.
struct KnownFields {
  struct Key {
    float a = 0, b = 0, glow_gain = 0, glow_radius = 0;
    int row = -1, column = 0;  ///< of fields, and of sixteen of them
    friend bool operator==(const Key&, const Key&) = default;
  };
  Key key;
  alignas(64) float value[4][block_lanes];  ///< as LightField has them
};

/// A worker's memory for the tile at hand.
struct TileScratch {
  Surface surface[max_group_depth + 1];  ///< the target's, then one per open group
  alignas(64) float nearest[all_blocks][5][block_lanes];
  /// Of blocks that are about to be painted, in turn: by one or two colours.
  alignas(64) float coverage[all_blocks][2][block_lanes];
  /// Pixel centres by lane, of each column and each row of blocks.
  alignas(64) float pixel_x[block_columns][block_lanes];
  alignas(64) float pixel_y[block_rows + 1][block_lanes];
  /// What chroma sees left of each block, on each of its lines: see resolve_chroma.h.
  alignas(64) float left_columns[block_height][tile_blocks + block_rows][block_lanes];
  std::uint64_t carried = 0;  ///< blocks of the first column that see the tile to the left
  KnownFields fields[256];    ///< by their keys: enough for the ellipses of a row of tiles
};

/// What chroma sees left of a block is kept under this number, and that of the block to its right
/// under the next.
OVL_FN int left_slot(int block) {
  return block + block / block_columns;
}
/// Leaves to the tile on the right what a tile would whose rows of blocks are all like the first.
OVL_FN void repeat_first_row(TileScratch& scratch) {
  scratch.carried = (scratch.carried & 1U) != 0 ? first_column : 0;
  for (auto& slots : scratch.left_columns)
    for (int row = 1; row < block_rows; ++row)
      for (int lane = 0; lane < block_lanes; ++lane)
        slots[left_slot(row * block_columns) + block_columns][lane] = slots[block_columns][lane];
}

/// One tile's work.
struct TileJob {
  int x = 0, y = 0;                      ///< top-left pixel
  std::span<const SegmentRef> refs;      ///< segments of the row of tiles, in paint order
  std::span<const std::uint64_t> words;  ///< those that the tile has, as bits: see TileRow
  SegmentOnTile* segments = nullptr;     ///< room for as many
  int next_x = 0;  ///< of the tile that is probably painted next in the row; may be past its end
  std::uint64_t blocks = ~std::uint64_t{0};  ///< of the tile's own, those that are needed
  /// Tiles from this one on that show the same if it turns out to be of one colour; all but this
  /// one are whole.
  int alike = 1;
};

/// What painting a tile came to: how many tiles were painted, from it on, and the bytes written.
struct PaintedTiles {
  int count;
  std::size_t bytes;
};

/// Paints a tile and writes what it touched, or the tiles that are alike. Tiles of a row go from
/// left to right through one scratch.
using PaintTile = PaintedTiles (*)(const SceneView&, const Target&, const TileJob&, TileScratch&);

PaintedTiles paint_tile_scalar(const SceneView&, const Target&, const TileJob&, TileScratch&);
PaintedTiles paint_tile_avx2(const SceneView&, const Target&, const TileJob&, TileScratch&);
PaintedTiles paint_tile_avx512(const SceneView&, const Target&, const TileJob&, TileScratch&);

}  // namespace overlace

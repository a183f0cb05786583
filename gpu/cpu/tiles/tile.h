// SPDX-License-Identifier: Apache-2.0
// The interface between the rasteriser and its tile kernels: the target, the scene and a worker's
// scratch memory, all plain data, because kernels are compiled once per instruction set.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "gpu/cpu/lanes/block_set.h"
#include "gpu/kernels/bin.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"
#include "graph/data/image.h"

namespace overlace {

/// A segment as the search for segments on tiles sees it: its item and, of a stroke, its bounds.
struct PlacedSegment {
  std::uint32_t item = 0;
  SegmentBounds bounds{.reach = -1};  ///< reach < 0 for other items
};

/// Segments, to be painted and to be searched for on tiles, and the items that they belong to.
struct ScenePart {
  const Item* items = nullptr;
  const Segment* segments = nullptr;
  const PlacedSegment* placed = nullptr;  ///< indexed like `segments`
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

  /// The item that a segment belongs to.
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
  bool only_alpha;   ///< only alpha matters: colours may be anything
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

/// Sixteen light fields of a row, counted from the ellipse's middle, for all tiles that see them:
/// they depend only on the key.
struct KnownFields {
  struct Key {
    float a = 0, b = 0, glow_gain = 0, glow_radius = 0;
    int row = -1, column = 0;  ///< the row of fields, and which sixteen of it
    friend bool operator==(const Key&, const Key&) = default;
  };
  Key key;
  alignas(64) float value[4][block_lanes];  ///< as LightField has them
};

/// A worker's memory for the current tile.
struct TileScratch {
  Surface surface[max_group_depth + 1];  ///< the target's, then one per open group
  alignas(64) float nearest[all_blocks][5][block_lanes];
  /// Of the blocks that are about to be painted, in their order: by one or two colours.
  alignas(64) float coverage[all_blocks][2][block_lanes];
  /// Pixel centres by lane, of each column and each row of blocks.
  alignas(64) float pixel_x[block_columns][block_lanes];
  alignas(64) float pixel_y[block_rows + 1][block_lanes];
  /// What chroma sees left of each block, on each of its lines: see resolve_chroma.h.
  alignas(64) float left_columns[block_height][tile_blocks + block_rows][block_lanes];
  std::uint64_t carried = 0;  ///< blocks of the first column that see the tile to the left
  KnownFields fields[256];    ///< hashed by key: enough for the ellipses of a row of tiles
};

/// The slot for what chroma sees to the left of a block; the block to its right has the next one.
OVL_FN int left_slot(int block) {
  return block + block / block_columns;
}
/// Passes on to the tile to the right what it would see if all rows of blocks were like the first.
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
  std::span<const std::uint64_t> words;  ///< which of those the tile has, as bits: see TileRow
  SegmentOnTile* segments = nullptr;     ///< room for as many
  int next_x = 0;  ///< of the tile that is probably painted next in the row; may be past its end
  std::uint64_t blocks = ~std::uint64_t{0};  ///< the tile's own blocks that are needed
  /// How many tiles, from this one on, look the same if this one turns out to be of one colour; all
  /// others than this one are whole.
  int alike = 1;
};

/// The result of painting a tile: how many tiles were painted, from it on, and the bytes written.
struct PaintedTiles {
  int count;
  std::size_t bytes;
};

/// Paints a tile and writes what it touched, or all tiles that are alike. The tiles of a row are
/// painted from left to right, with one scratch.
using PaintTile = PaintedTiles (*)(const SceneView&, const Target&, const TileJob&, TileScratch&);

PaintedTiles paint_tile_scalar(const SceneView&, const Target&, const TileJob&, TileScratch&);
PaintedTiles paint_tile_avx2(const SceneView&, const Target&, const TileJob&, TileScratch&);
PaintedTiles paint_tile_avx512(const SceneView&, const Target&, const TileJob&, TileScratch&);

}  // namespace overlace

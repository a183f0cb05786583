// SPDX-License-Identifier: Apache-2.0
// Paints filled ellipses and diamonds on a tile. Blocks wholly inside get one alpha and never
// evaluate an edge.
#pragma once

#include <cstdint>

#include "gpu/cpu/tiles/block_range.h"
#include "gpu/cpu/tiles/tile_fields.h"
#include "gpu/kernels/shape.h"

namespace overlace {

/// Left of each column of blocks relative to the tile, twice, and the tops of two rows of blocks.
alignas(64) inline constexpr float block_column_x[block_lanes] = {0, 8, 16, 24, 32, 40, 48, 56,
                                                                  0, 8, 16, 24, 32, 40, 48, 56};
alignas(64) inline constexpr float block_pair_y[block_lanes] = {0, 0, 0, 0, 0, 0, 0, 0,
                                                                2, 2, 2, 2, 2, 2, 2, 2};

/// The blocks of a tile that a shape may paint, by what they see of it.
struct ConvexBlocks {
  BlockSet inside;  ///< only the area
  BlockSet edges;   ///< anything
  BlockSet beside;  ///< nothing of the area
};

/// Sorts the blocks of a tile that a shape reaches, sixteen at a time.
template <class L>
ConvexBlocks sort_convex_blocks(const TileContext<L>& tile, ItemKind kind, const Convex& shape) {
  const Rect& bounds = shape.bounds;
  const BlockSet near =
      in_all_rows(bits_of_columns(columns_of_tile(tile).touched(bounds.left, bounds.right))) &
      blocks_of_rows(rows_of_tile(tile).touched(bounds.top, bounds.bottom));
  const L left = L::load(block_column_x) + L(static_cast<float>(tile.x));
  const L right = left + L(float{block_width});
  ConvexBlocks sorted;
  for (int first = 0; first < all_blocks; first += block_lanes) {
    const unsigned wanted = sixteen_of(near, first);
    if (wanted == 0) continue;
    const L top = L::load(block_pair_y) + L(static_cast<float>(tile.block_y(first)));
    const L bottom = top + L(float{block_height});
    const unsigned deep =
        bits_of(greatest_norm(kind, shape, left, top, right, bottom) < L(shape.deep));
    const L norm = least_norm(kind, shape, left, top, right, bottom);
    const unsigned seen = ~deep & ~bits_of(norm > L(shape.far));
    const unsigned beside = bits_of(norm > L(shape.beside));
    const auto add = [&](BlockSet& to, unsigned bits)
                         OVL_INLINE { to = to | sixteen_blocks(bits & wanted, first); };
    add(sorted.inside, deep);
    add(sorted.beside, seen & beside);
    add(sorted.edges, seen & ~beside);
  }
  return sorted;
}

/// The pixels of an ellipse that its edge crosses, picked one by one from the blocks along it and
/// computed sixteen at a time, wherever they are.
template <class L>
class EdgePixels {
 public:
  EdgePixels(const TileContext<L>& tile, const Item& item, const Convex& shape)
      : tile_(tile), item_(item), shape_(shape) {}

  /// Adds pixels of a block. find() stores their coverage in `coverage`, by lane.
  OVL_FN void add(int block, unsigned lanes, float* coverage) {
    const float* x = tile_.scratch.pixel_x[block % block_columns];
    const float* y = tile_.scratch.pixel_y[block / block_columns];
    for_each_bit(lanes, 0, [&](int lane) OVL_INLINE {
      x_[count_] = x[lane];
      y_[count_] = y[lane];
      to_[count_++] = coverage + lane;
    });
  }
  void find() {
    for (int first = 0; first < count_; first += block_lanes) {
      const int count = count_ - first < block_lanes ? count_ - first : block_lanes;
      for (int i = count; i < block_lanes; ++i) {  // unused lanes
        x_[first + i] = x_[first];
        y_[first + i] = y_[first];
      }
      alignas(64) float found[block_lanes];
      store(found, convex_coverage(item_, L::load(x_ + first) - L(shape_.x),
                                   L::load(y_ + first) - L(shape_.y), shape_.a, shape_.b));
      for (int i = 0; i < count; ++i) *to_[first + i] = found[i];
    }
  }

 private:
  static constexpr int most = all_blocks * block_lanes;

  const TileContext<L>& tile_;
  const Item& item_;
  const Convex& shape_;
  int count_ = 0;
  alignas(64) float x_[most];
  alignas(64) float y_[most];
  float* to_[most];
};

/// Whether norms tell which pixels of an ellipse its edge does not reach: the ellipse has no light,
/// or its light comes from fields, and rounding errors of norms are far below a pixel.
OVL_FN bool has_edge_pixels(const Item& item, const Convex& shape) {
  constexpr float most = 16384;  // px
  return item.kind == ItemKind::ellipse && !is_sharp_ellipse(shape.a, shape.b) &&
         max(shape.a, shape.b) < most &&
         (!(item.glow_radius > 0) || has_light_fields(item, shape.a, shape.b));
}

/// Paints the rim of an ellipse: pixels inside its edge are wholly covered, those outside get its
/// light or nothing.
template <class L>
void paint_rim(TileContext<L>& tile, const Item& item, const Convex& shape,
               const ConvexBlocks& blocks) {
  constexpr unsigned all = (1U << block_lanes) - 1;
  const BlockSet rim = blocks.edges | blocks.beside;
  EdgePixels<L> edge(tile, item, shape);
  auto* next = tile.scratch.coverage;
  const L per_a(1.0F / shape.a), per_b(1.0F / shape.b);
  const auto sort_pixels = [&](int block, const L& outside, unsigned known) OVL_INLINE {
    float* coverage = (*next++)[0];
    if (known == all) return store(coverage, outside);
    const L ux = (tile.pixel_x(block) - L(shape.x)) * per_a;
    const L uy = (tile.pixel_y(block) - L(shape.y)) * per_b;
    const L norm = sqrt(fma(ux, ux, uy * uy));
    const auto deep = norm < L(shape.deep);
    if (!(item.glow_radius > 0)) known |= bits_of(norm > L(shape.beside));
    store(coverage, select(deep, L(1.0F), outside));
    edge.add(block, all & ~known & ~bits_of(deep), coverage);
  };
  if (item.glow_radius > 0) {
    const TileFields<L> fields(tile, item, shape, rim);
    for_each_block(rim, [&](int block) OVL_INLINE {
      const auto light = fields.light(block);
      sort_pixels(block, light.value, light.held);
    });
  } else {
    for_each_block(rim, [&](int block) OVL_INLINE { sort_pixels(block, L(0.0F), 0); });
  }
  edge.find();
  tile.cover_as_stored(rim, item.fill);
}

/// Paints a filled ellipse or diamond.
template <class L>
void paint_convex(TileContext<L>& tile, const Item& item) {
  const Convex shape = make_convex(item);
  const ConvexBlocks blocks = sort_convex_blocks(tile, item.kind, shape);
  tile.paint_whole(blocks.inside, item.fill);
  const BlockSet rim = blocks.edges | blocks.beside;
  if (is_empty(rim)) return;
  if (has_edge_pixels(item, shape)) return paint_rim(tile, item, shape, blocks);
  const bool has_light =
      item.kind == ItemKind::ellipse && item.glow_radius > 0 && !is_sharp_ellipse(shape.a, shape.b);
  const BlockSet light = has_light ? blocks.beside : BlockSet{};
  tile.cover(rim, item.fill, [&](int block) OVL_INLINE {
    const L x = tile.pixel_x(block) - L(shape.x), y = tile.pixel_y(block) - L(shape.y);
    return light.has(block) ? ellipse_light(item, x, y, shape.a, shape.b)
                            : convex_coverage(item, x, y, shape.a, shape.b);
  });
}

}  // namespace overlace

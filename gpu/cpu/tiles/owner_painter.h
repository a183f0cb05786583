// SPDX-License-Identifier: Apache-2.0
// Paints one tile owner by owner: after the segments of each, its alpha is handed out and the
// surface cleared.
#pragma once

#include <cstddef>

#include "gpu/cpu/tiles/owner_tile.h"
#include "gpu/cpu/tiles/tile_painter.h"

namespace overlace {

/// Copies a block's alpha to its rows of a layer's tile; 0 for pixels outside the picture.
template <class L>
void read_alpha(const TileContext<L>& tile, int block, float* to) {
  const Surface& surface = *tile.surface;
  const bool alike = (surface.uniform.own >> block & 1U) != 0;
  const int width = tile.target.size.width - tile.block_x(block);
  const int height = tile.target.size.height - tile.block_y(block);
  for (int lane = 0; lane < block_lanes; ++lane) {
    const float alpha = alike ? surface.solid[3][block] : surface.block[block][3][lane];
    const bool inside = column_of(lane) < width && row_of(lane) < height;
    to[row_of(lane) * layer_tile + column_of(lane)] = inside ? alpha : 0;
  }
}

/// Hands out what has been painted on the tile, and clears the surface.
template <class L>
void hand_out(TileContext<L>& tile, std::uint32_t group, const OwnerTaker& owners) {
  const std::uint64_t painted = tile.surface->painted.own;
  for (int column = 0; column < block_columns; column += blocks_across_layer_tile) {
    if (tile.block_x(column) >= tile.target.size.width) break;
    const std::uint64_t in_row = column_bits(column, column + blocks_across_layer_tile - 1);
    const std::uint64_t bits = painted & in_all_rows(in_row).own;
    if (bits == 0) continue;
    TileValues alpha{};
    for_each_bit(bits, 0, [&](int block) {
      const std::ptrdiff_t x = block % block_columns - column, y = block / block_columns;
      read_alpha(tile, block, alpha.data() + y * block_height * layer_tile + x * block_width);
    });
    const int first = __builtin_ctzll(bits) / block_columns;
    const int last = (63 - __builtin_clzll(bits)) / block_columns;
    owners.take(owners.taker, (tile.x >> log2_layer_tile) + column / blocks_across_layer_tile,
                tile.y >> log2_layer_tile, group, alpha,
                {first * block_height, last * block_height + block_height - 1});
  }
  clear(*tile.surface);
}

template <class L>
void paint_owners(const SceneView& scene, const Target& target, const TileJob& job,
                  TileScratch& scratch, const OwnerTaker& owners) {
  TileContext<L> tile{scene,          target, scratch, job.x, job.y, {~std::uint64_t{0}, 0},
                      scratch.surface};
  clear(*tile.surface);
  tile.place();
  const std::span<const SegmentOnTile> segments = find_segments(tile, job);
  for (std::size_t i = 0, next = 0; i < segments.size(); i = next) {
    const Item* item = segments[i].item;
    for (next = i + 1; next < segments.size() && segments[next].item == item;) ++next;
    paint_item(tile, *item, segments.subspan(i, next - i));
    if (next == segments.size() || segments[next].item->group != item->group)
      hand_out(tile, item->group, owners);
  }
}

}  // namespace overlace

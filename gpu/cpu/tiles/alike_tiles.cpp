// SPDX-License-Identifier: Apache-2.0
// Fills look the same on all tiles, layers wherever their tiles hold the same pixel.
#include "gpu/cpu/tiles/alike_tiles.h"

#include <algorithm>
#include <cstring>

#include "gpu/kernels/texel.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {
namespace {

/// Whether a layer shows nothing but `pixel` on a tile. `pixel` is the colour of the tile before,
/// or this tile's own first pixel.
bool is_all(const LayerView& layer, int x, int y, const std::uint16_t* pixel) {
  for (int left = x; left < x + tile_width; left += layer_tile) {
    if (left >= layer.size.width) return false;
    const std::uint8_t mark = mark_at(layer, left, y);
    if (!is_flat_tile(mark)) return false;
    if (is_alike_tile(mark)) continue;
    if (std::memcmp(layer_texel(layer, left, y), pixel, sizeof(LayerTexel)) != 0) return false;
  }
  return true;
}
/// The last tile, from `tile` to `last`, up to which a layer has one single colour; `tile` - 1 if
/// `tile` itself has more than one.
int last_of_color(const LayerView& layer, int y, int tile, int last) {
  if (y >= layer.size.height) return tile - 1;
  const std::uint16_t* pixel = layer_texel(layer, tile * tile_width, y);
  int end = tile;
  while (end <= last && is_all(layer, end * tile_width, y, pixel)) ++end;
  return end - 1;
}

}  // namespace

int last_alike(const SceneView& scene, const TileRow& row, int y, int tile, int last) {
  const auto goes_on = [&](SegmentRef ref) {
    const Item& item = scene.item(ref);
    if (item.kind == ItemKind::layer)
      last = std::min(last, last_of_color(scene.layers[item.layer], y, tile, last));
    return last > tile && (item.kind == ItemKind::fill || item.kind == ItemKind::layer);
  };
  return row.has_all(tile, goes_on) ? row.last_like(tile, last) : tile;
}

}  // namespace overlace

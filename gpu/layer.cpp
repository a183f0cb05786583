// SPDX-License-Identifier: Apache-2.0
// Allocates a layer's pixels and marks.
#include "gpu/layer.h"

namespace overlace {

Layer16::Layer16(Size wanted, LayerKind of)
    : size(wanted),
      kind(of),
      tiles_x(layer_tiles(wanted.width)),
      tiles_y(layer_tiles(wanted.height)),
      pixels(layer_pixels_bytes(wanted, of) / sizeof(std::uint16_t)),
      occupied(layer_occupied_bytes(wanted)),
      blocks(of == LayerKind::alpha ? layer_block_marks(wanted) : 0) {}

RegionImage Layer16::region() {
  if (kind == LayerKind::colors) return region_of(image());
  return {{occupied.data(), size}, pixels.data(), 1, blocks.data()};
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Capacities and layers.
#include "gpu/device/clip_memory.h"

namespace overlace {

LinkCapacity link_capacity(const LinkWork& work) {
  return {.points = static_cast<std::uint32_t>(work.points),
          .k = static_cast<std::uint32_t>(work.k)};
}

LayerView device_layer_view(const LayerMemory& layer, Size size) {
  return {.pixels = layer.pixels,
          .occupied = layer.occupied,
          .size = size,
          .tiles_x = layer_tiles(size.width),
          .tiles_y = layer_tiles(size.height)};
}

}  // namespace overlace

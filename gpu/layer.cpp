// SPDX-License-Identifier: Apache-2.0
// Layers: memory for pixels and occupancy.
#include "gpu/layer.h"

namespace overlace {

Layer16::Layer16(Size wanted)
    : size(wanted),
      tiles_x((wanted.width + layer_tile_width - 1) / layer_tile_width),
      tiles_y((wanted.height + layer_tile_height - 1) / layer_tile_height),
      pixels(static_cast<std::size_t>(wanted.width) * static_cast<std::size_t>(wanted.height) * 4),
      occupied(static_cast<std::size_t>(tiles_x) * static_cast<std::size_t>(tiles_y)) {}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Layers: memory for pixels and occupancy.
#include "gpu/layer.h"

namespace overlace {

Layer16::Layer16(Size wanted)
    : size(wanted),
      tiles_x(layer_tiles(wanted.width)),
      tiles_y(layer_tiles(wanted.height)),
      pixels(static_cast<std::size_t>(wanted.width) * static_cast<std::size_t>(wanted.height) * 4),
      occupied(static_cast<std::size_t>(tiles_x) * static_cast<std::size_t>(tiles_y)) {}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Picks the kernels of tiles for an instruction set.
#pragma once

#include "gpu/cpu/tiles/owner_tile.h"
#include "gpu/cpu/tiles/tile.h"
#include "gpu/replay.h"

namespace overlace {

/// The kernels of a level. Throws Error(unavailable) when this machine lacks it.
[[nodiscard]] PaintTile tile_kernel(SimdLevel level);
[[nodiscard]] PaintOwners owner_kernel(SimdLevel level);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Picks the kernels of tiles and images for an instruction set.
#pragma once

#include "gpu/cpu/image_kernels.h"
#include "gpu/cpu/owner_tile.h"
#include "gpu/cpu/tile.h"
#include "gpu/replay.h"

namespace overlace {

/// The kernels of a level. Throws Error(unavailable) when this machine lacks it.
[[nodiscard]] PaintTile tile_kernel(SimdLevel level);
[[nodiscard]] PaintOwners owner_kernel(SimdLevel level);
[[nodiscard]] ImageKernels image_kernels(SimdLevel level);

}  // namespace overlace

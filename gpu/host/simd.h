// SPDX-License-Identifier: Apache-2.0
// This machine's instruction sets, and the search kernel for each.
#pragma once

#include "gpu/host/band_search.h"
#include "gpu/replay.h"

namespace overlace {

/// The level to use when `level` is asked for, never `best`. Throws Error(unavailable) if this
/// machine lacks it.
[[nodiscard]] SimdLevel usable_simd(SimdLevel level);

/// The kernel that searches a band at a level. Throws what `usable_simd` throws.
[[nodiscard]] SearchBand band_kernel(SimdLevel level);

}  // namespace overlace

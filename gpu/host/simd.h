// SPDX-License-Identifier: Apache-2.0
// Instruction sets of this machine, and the search kernel for each.
#pragma once

#include "gpu/host/band_search.h"
#include "gpu/replay.h"

namespace overlace {

/// The level to use when `level` is asked for, never `best`. Throws Error(unavailable) when this
/// machine lacks it.
[[nodiscard]] SimdLevel usable_simd(SimdLevel level);

/// The kernel of a level that searches a band. Throws as `usable_simd`.
[[nodiscard]] SearchBand band_kernel(SimdLevel level);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// A whole launch of a kernel, on all multiprocessors.
#pragma once

#include "tools/gpu_model/multiprocessor.h"

namespace overlace::gpu_model {

/// Runs a grid and returns what it did. Multiprocessors run side by side in short slices, so that
/// work they take from a common counter is shared as on a GPU. Throws Error(internal) for
/// unsupported code or accesses; see advance().
[[nodiscard]] LaunchCounts run_grid(const Grid& grid, const Machine& machine, Arena& memory);

}  // namespace overlace::gpu_model

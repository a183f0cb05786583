// SPDX-License-Identifier: Apache-2.0
// The GPUs that this build has kernels for.
#pragma once

#include "gpu/devices.h"

namespace overlace::cuda {

/// The device code in this build.
[[nodiscard]] CompiledCode compiled_code();

}  // namespace overlace::cuda

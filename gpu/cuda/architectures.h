// SPDX-License-Identifier: Apache-2.0
// For which GPUs this build has kernels.
#pragma once

#include "gpu/devices.h"

namespace overlace::cuda {

/// The code that is in this build.
[[nodiscard]] CompiledCode compiled_code();

}  // namespace overlace::cuda

// SPDX-License-Identifier: Apache-2.0
// For which GPUs this build has kernels.
#pragma once

#include <vector>

namespace overlace::cuda {

/// Compute capabilities that there is machine code for, as 10 x major + minor, ascending. The last
/// one is there as PTX too.
[[nodiscard]] std::vector<int> compiled_architectures();

}  // namespace overlace::cuda

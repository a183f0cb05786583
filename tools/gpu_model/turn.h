// SPDX-License-Identifier: Apache-2.0
// The order in which a frame's kernels run.
#pragma once

#include <cstdint>

namespace overlace::gpu_model {

/// When a launch may run: after those of earlier stages. Launches that are `beside` run at the same
/// time as the others of their stage.
struct LaunchTurn {
  std::uint32_t stage = 0;  ///< one more after each join
  bool is_beside = false;
};

}  // namespace overlace::gpu_model

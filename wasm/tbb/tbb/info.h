// SPDX-License-Identifier: Apache-2.0
// oneTBB's vocabulary where there is one thread.
#pragma once

namespace tbb::info {
[[nodiscard]] inline int default_concurrency() {
  return 1;
}
}  // namespace tbb::info

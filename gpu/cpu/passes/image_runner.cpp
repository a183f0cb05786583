// SPDX-License-Identifier: Apache-2.0
// The kernels and the memory of image passes.
#include "gpu/cpu/passes/image_runner.h"

namespace overlace {

ImageRunner::ImageRunner(Workers& workers, SimdLevel simd)
    : workers_(workers),
      kernels_(image_kernels(simd)),
      scratch_(static_cast<std::size_t>(workers.count())) {}

}  // namespace overlace

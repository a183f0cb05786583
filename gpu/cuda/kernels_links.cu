// SPDX-License-Identifier: Apache-2.0
// From points to links.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/link_step.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, LinkKernels> link_launches;
const KernelLaunches<CudaQueue, LinkKernels> link_launches;

void cuda::load_link_kernels() {
  load<WriteLinks>();
}

}  // namespace overlace

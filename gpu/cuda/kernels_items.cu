// SPDX-License-Identifier: Apache-2.0
// From draws to items in bins.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/pass_launch.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, ItemKernels> item_launches;
const KernelLaunches<CudaQueue, ItemKernels> item_launches;

void cuda::load_item_kernels() {
  load<BuildItems>();
}

}  // namespace overlace

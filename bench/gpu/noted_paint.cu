// SPDX-License-Identifier: Apache-2.0
// The painting kernel with notes, for CudaQueue.
#include "bench/gpu/noted_paint.h"
#include "gpu/cuda/launch.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, NotedKernels> noted_launches;
const KernelLaunches<CudaQueue, NotedKernels> noted_launches;

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The painting kernel under probes, for CudaQueue.
#include "gpu/cuda/launch.h"
#include "tools/bench/gpu/paint_probe.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, ProbedKernels> probed_launches;
const KernelLaunches<CudaQueue, ProbedKernels> probed_launches;

}  // namespace overlace

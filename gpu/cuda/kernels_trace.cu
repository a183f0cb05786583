// SPDX-License-Identifier: Apache-2.0
// What notes when the other kernels run.
#include "gpu/cuda/launch.h"
#include "gpu/device/kernel_trace.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, TraceKernels> trace_launches;
const KernelLaunches<CudaQueue, TraceKernels> trace_launches;

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Kernels that only a benchmark runs, for CudaQueue.
#include "bench/gpu/bench_kernels.h"
#include "gpu/cuda/launch.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, BenchKernels> bench_launches;
const KernelLaunches<CudaQueue, BenchKernels> bench_launches;

}  // namespace overlace

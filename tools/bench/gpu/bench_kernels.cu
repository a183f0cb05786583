// SPDX-License-Identifier: Apache-2.0
// Kernels of traces and benchmarks, for CudaQueue.
#include "gpu/cuda/launch.h"
#include "tools/bench/gpu/bench_kernels.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, BenchKernels> bench_launches;
const KernelLaunches<CudaQueue, BenchKernels> bench_launches;

}  // namespace overlace

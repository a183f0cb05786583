// SPDX-License-Identifier: Apache-2.0
// Kernels that only a benchmark runs, for CudaQueue.
#include "bench/gpu/bench_kernels.h"
#include "bench/gpu/frame_variants.h"
#include "gpu/cuda/launch.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, BenchKernels> bench_launches;
extern const KernelLaunches<CudaQueue, VariantKernels> variant_launches;
const KernelLaunches<CudaQueue, BenchKernels> bench_launches;
const KernelLaunches<CudaQueue, VariantKernels> variant_launches;

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Variants of the painting kernel, for CudaQueue.
#include "bench/gpu/paint_variants.h"
#include "gpu/cuda/launch.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, PaintVariantKernels> paint_variant_launches;
const KernelLaunches<CudaQueue, PaintVariantKernels> paint_variant_launches;

}  // namespace overlace

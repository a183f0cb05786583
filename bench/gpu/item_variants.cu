// SPDX-License-Identifier: Apache-2.0
// Variants of the kernel that builds items, for CudaQueue.
#include "bench/gpu/item_variants.h"
#include "gpu/cuda/launch.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, ItemVariantKernels> item_variant_launches;
const KernelLaunches<CudaQueue, ItemVariantKernels> item_variant_launches;

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The passes of effects.
#include "gpu/cuda/launch.h"
#include "gpu/device/image_tiles.h"

namespace overlace {

template void CudaQueue::launch(const RunImagePass<ConvolveAxisPass>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const RunImagePass<HalvePass>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const RunImagePass<DoublePass>& kernel, std::uint32_t groups);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The passes of effects.
#include "gpu/cuda/launch.h"
#include "gpu/device/image_tiles.h"
#include "gpu/device/plane_tiles.h"

namespace overlace {

template void CudaQueue::launch(const RunImagePass<ConvolveAxisPass>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const RunImagePass<HalvePass>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const RunImagePass<DoublePass>& kernel, std::uint32_t groups);

template void CudaQueue::launch(const RunPlanePass<LoadPass>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const RunPlanePass<MixPass>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const RunPlanePass<ConvolvePlanePass>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const RunPlanePass<HalvePlanePass>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const RunPlanePass<DoublePlanePass>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const RunPlanePass<WantPass<MixPass>>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const RunPlanePass<WantPass<ConvolvePlanePass>>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const RunPlanePass<WantPass<HalvePlanePass>>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const RunPlanePass<WantPass<DoublePlanePass>>& kernel,
                                std::uint32_t groups);

}  // namespace overlace

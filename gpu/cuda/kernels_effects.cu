// SPDX-License-Identifier: Apache-2.0
// The passes of effects.
#include <tuple>

#include "gpu/cuda/launch.h"
#include "gpu/device/image_tiles.h"
#include "gpu/device/plane_tiles.h"
#include "gpu/effects/effects.h"

namespace overlace {
namespace {

template <class Kernel>
using Launch = void (CudaQueue::*)(const Kernel&, std::uint32_t groups);

/// What launches the kernels of a pass. Naming a function makes its code, and that of its kernel.
template <class Pass>
struct Launches {
  Launch<RunImagePass<Pass>> run = &CudaQueue::launch<RunImagePass<Pass>>;
};
template <>
struct Launches<ConvolvePass> : Launches<ConvolveAxisPass> {};
template <class Formula>
struct Launches<PointPass<Formula>> {
  Launch<RunPointPass<Formula>> run = &CudaQueue::launch<RunPointPass<Formula>>;
};

template <class List>
struct AllLaunches;
template <class... Passes>
struct AllLaunches<PassList<Passes...>> : Launches<Passes>... {};

}  // namespace

extern const AllLaunches<ImagePasses> effect_launches;
const AllLaunches<ImagePasses> effect_launches;

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

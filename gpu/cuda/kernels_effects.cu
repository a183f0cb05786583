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
template <class Pass>
requires std::is_base_of_v<SpectralPass, Pass>
struct Launches<Pass> {
  Launch<RunSpectralPass<Pass>> run = &CudaQueue::launch<RunSpectralPass<Pass>>;
};
template <class Formula>
struct Launches<PointPass<Formula>> {
  Launch<RunPointPass<Formula>> run = &CudaQueue::launch<RunPointPass<Formula>>;
};

template <class Pass>
struct PlaneLaunches {
  Launch<RunPlanePass<Pass>> run = &CudaQueue::launch<RunPlanePass<Pass>>;
};

template <template <class> class LaunchesOf, class List>
struct AllLaunches;
template <template <class> class LaunchesOf, class... Passes>
struct AllLaunches<LaunchesOf, PassList<Passes...>> : LaunchesOf<Passes>... {};

}  // namespace

extern const AllLaunches<Launches, ImagePasses> effect_launches;
const AllLaunches<Launches, ImagePasses> effect_launches;
extern const AllLaunches<PlaneLaunches, PlanePasses> picture_effect_launches;
const AllLaunches<PlaneLaunches, PlanePasses> picture_effect_launches;

}  // namespace overlace

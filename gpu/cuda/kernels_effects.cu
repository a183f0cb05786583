// SPDX-License-Identifier: Apache-2.0
// The passes of effects on layers, and of effects on the picture.
#include "gpu/cuda/launch.h"
#include "gpu/device/image_tiles.h"
#include "gpu/device/plane_tiles.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, EffectKernels> effect_launches;
const KernelLaunches<CudaQueue, EffectKernels> effect_launches;
extern const KernelLaunches<CudaQueue, PictureEffectKernels> picture_effect_launches;
const KernelLaunches<CudaQueue, PictureEffectKernels> picture_effect_launches;

}  // namespace overlace

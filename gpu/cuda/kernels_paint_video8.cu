// SPDX-License-Identifier: Apache-2.0
// Painting on 4:2:0 video in 8-bit samples.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, Video8PaintKernels> video8_paint_launches;
const KernelLaunches<CudaQueue, Video8PaintKernels> video8_paint_launches;

void cuda::load_paint_video8_kernels() {
  load<PaintTiles<PaintTraits<PaintTo::video8, Halo::none, false>>>();
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Painting on layers, and on pictures that are not 4:2:0.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

extern const KernelLaunches<CudaQueue, LayerPaintKernels> layer_paint_launches;
const KernelLaunches<CudaQueue, LayerPaintKernels> layer_paint_launches;
extern const KernelLaunches<CudaQueue, PicturePaintKernels> picture_paint_launches;
const KernelLaunches<CudaQueue, PicturePaintKernels> picture_paint_launches;

void cuda::load_paint_kernels() {
  load<PaintTiles<PaintTraits<PaintTo::picture, Halo::none, false>>>();
}

}  // namespace overlace

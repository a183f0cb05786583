// SPDX-License-Identifier: Apache-2.0
// Painting on layers, and on pictures that are not 4:2:0.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

template <PaintTo to, Halo halo, bool groups>
using PaintKernel = PaintTiles<PaintTraits<to, halo, groups>>;

template void CudaQueue::launch(const PaintKernel<PaintTo::picture, Halo::none, false>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<PaintTo::picture, Halo::left, false>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<PaintTo::layer, Halo::none, false>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<PaintTo::picture, Halo::none, true>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<PaintTo::picture, Halo::left, true>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<PaintTo::layer, Halo::none, true>& kernel,
                                std::uint32_t groups);

void cuda::load_paint_kernels() {
  load<PaintKernel<PaintTo::picture, Halo::none, false>>();
}

}  // namespace overlace

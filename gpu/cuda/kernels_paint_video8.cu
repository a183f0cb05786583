// SPDX-License-Identifier: Apache-2.0
// Painting on 4:2:0 video in 8-bit samples.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

template <Halo halo, PaintItems items>
using PaintKernel = PaintTiles<PaintTraits<PaintTo::video8, halo, items>>;

template void CudaQueue::launch(const PaintKernel<Halo::none, PaintItems::plain>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::left, PaintItems::plain>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::left_top, PaintItems::plain>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::none, PaintItems::all>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::left, PaintItems::all>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::left_top, PaintItems::all>& kernel,
                                std::uint32_t groups);

void cuda::load_paint_video8_kernels() {
  load<PaintKernel<Halo::none, PaintItems::plain>>();
}

}  // namespace overlace

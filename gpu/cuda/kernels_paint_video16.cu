// SPDX-License-Identifier: Apache-2.0
// Painting on 4:2:0 video in 16-bit samples.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

template <Halo halo, bool groups>
using PaintKernel = PaintTiles<PaintTraits<PaintTo::video16, halo, groups>>;

template void CudaQueue::launch(const PaintKernel<Halo::none, false>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::left, false>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::left_top, false>& kernel,
                                std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::none, true>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::left, true>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const PaintKernel<Halo::left_top, true>& kernel,
                                std::uint32_t groups);

void cuda::load_paint_video16_kernels() {
  load<PaintKernel<Halo::none, false>>();
}

}  // namespace overlace

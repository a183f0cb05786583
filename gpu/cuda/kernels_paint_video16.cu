// SPDX-License-Identifier: Apache-2.0
// Painting on 4:2:0 video in 16-bit samples.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

template <Apron apron, bool groups>
using PaintKernel = PaintTiles<PaintTraits<PaintTo::video16, apron, groups>>;

template void CudaQueue::launch(const PaintKernel<Apron::none, false>& kernel, std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<Apron::left, false>& kernel, std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<Apron::left_top, false>& kernel,
                                std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<Apron::none, true>& kernel, std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<Apron::left, true>& kernel, std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<Apron::left_top, true>& kernel,
                                std::uint32_t teams);

void cuda::load_paint_video16_kernels() {
  load<PaintKernel<Apron::none, false>>();
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Painting on layers, and on pictures that are not 4:2:0.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

template <PaintTo to, Apron apron, bool groups>
using PaintKernel = PaintTiles<PaintTraits<to, apron, groups>>;

template void CudaQueue::launch(const PaintKernel<PaintTo::picture, Apron::none, false>& kernel,
                                std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<PaintTo::picture, Apron::left, false>& kernel,
                                std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<PaintTo::layer, Apron::none, false>& kernel,
                                std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<PaintTo::picture, Apron::none, true>& kernel,
                                std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<PaintTo::picture, Apron::left, true>& kernel,
                                std::uint32_t teams);
template void CudaQueue::launch(const PaintKernel<PaintTo::layer, Apron::none, true>& kernel,
                                std::uint32_t teams);

void cuda::load_paint_kernels() {
  load<PaintKernel<PaintTo::picture, Apron::none, false>>();
}

}  // namespace overlace

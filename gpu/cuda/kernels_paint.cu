// SPDX-License-Identifier: Apache-2.0
// Painting on layers, and on pictures that are not 4:2:0.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/paint_tiles.h"

namespace overlace {

template <PaintTo to, Halo halo, PaintItems items>
using PaintKernel = PaintTiles<PaintTraits<to, halo, items>>;

template void CudaQueue::launch(
    const PaintKernel<PaintTo::picture, Halo::none, PaintItems::plain>& kernel,
    std::uint32_t groups);
template void CudaQueue::launch(
    const PaintKernel<PaintTo::picture, Halo::left, PaintItems::plain>& kernel,
    std::uint32_t groups);
template void CudaQueue::launch(
    const PaintKernel<PaintTo::layer, Halo::none, PaintItems::plain>& kernel, std::uint32_t groups);
template void CudaQueue::launch(
    const PaintKernel<PaintTo::picture, Halo::none, PaintItems::all>& kernel, std::uint32_t groups);
template void CudaQueue::launch(
    const PaintKernel<PaintTo::picture, Halo::left, PaintItems::all>& kernel, std::uint32_t groups);
template void CudaQueue::launch(
    const PaintKernel<PaintTo::layer, Halo::none, PaintItems::all>& kernel, std::uint32_t groups);

void cuda::load_paint_kernels() {
  load<PaintKernel<PaintTo::picture, Halo::none, PaintItems::plain>>();
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// From points to links.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/link_step.h"

namespace overlace {

template void CudaQueue::launch(const GatherPoints& kernel, std::uint32_t groups);
template void CudaQueue::launch(const MeasurePoints& kernel, std::uint32_t groups);
template void CudaQueue::launch(const CountCells& kernel, std::uint32_t groups);
template void CudaQueue::launch(const FillCells& kernel, std::uint32_t groups);
template void CudaQueue::launch(const SumCounts& kernel, std::uint32_t groups);
template void CudaQueue::launch(const SearchByThread<8>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const SearchByWarp<1>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const SearchByWarp<2>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const CompareAll<1>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const CompareAll<2>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const SmallLinks<1>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const SmallLinks<2>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const CountLinks& kernel, std::uint32_t groups);
template void CudaQueue::launch(const FillLinks& kernel, std::uint32_t groups);
template void CudaQueue::launch(const WriteLinks& kernel, std::uint32_t groups);

void cuda::load_link_kernels() {
  load<WriteLinks>();
}

}  // namespace overlace

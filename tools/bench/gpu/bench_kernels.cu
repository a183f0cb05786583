// SPDX-License-Identifier: Apache-2.0
// Kernels of traces and benchmarks, for CudaQueue.
#include "gpu/cuda/launch.h"
#include "tools/bench/gpu/bench_kernels.h"

namespace overlace {

template void CudaQueue::launch(const DoNothing&, std::uint32_t);
template void CudaQueue::launch(const StampTime&, std::uint32_t);
template void CudaQueue::launch(const MeasureTimer&, std::uint32_t);
template void CudaQueue::launch(const WaitForFlag&, std::uint32_t);

}  // namespace overlace

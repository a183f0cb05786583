// SPDX-License-Identifier: Apache-2.0
// The painting kernel under probes, for CudaQueue.
#include "gpu/cuda/launch.h"
#include "tools/bench/gpu/paint_probe.h"

namespace overlace {

template void CudaQueue::launch(const ProbedPaint<false>&, std::uint32_t);
template void CudaQueue::launch(const ProbedPaint<true>&, std::uint32_t);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The test kernels, compiled for the device.
#include "gpu/cuda/launch.h"
#include "tests/gpu/cuda/kernels.h"
#include "tests/gpu/device/record_layouts.h"

namespace overlace {

template void CudaQueue::launch(const AddOne& kernel, std::uint32_t groups);
template void CudaQueue::launch(const SumOfThreadGroup<32>& kernel, std::uint32_t groups);
template void CudaQueue::launch(const SumOfThreadGroup<256>& kernel, std::uint32_t groups);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The tests' kernels for the device.
#include "gpu/cuda/launch.h"
#include "tests/gpu/cuda/kernels.h"
#include "tests/gpu/device/record_layouts.h"

namespace overlace {

template void CudaQueue::launch(const AddOne& kernel, std::uint32_t teams);
template void CudaQueue::launch(const SumOfTeam<32>& kernel, std::uint32_t teams);
template void CudaQueue::launch(const SumOfTeam<256>& kernel, std::uint32_t teams);

}  // namespace overlace

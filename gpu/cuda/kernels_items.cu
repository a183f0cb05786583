// SPDX-License-Identifier: Apache-2.0
// From draws to items in bins.
#include "gpu/cuda/launch.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/begin_pass.h"
#include "gpu/device/build_items.h"
#include "gpu/device/copy_picture.h"

namespace overlace {

template void CudaQueue::launch(const BeginPass& kernel, std::uint32_t groups);
template void CudaQueue::launch(const CopyPicture& kernel, std::uint32_t groups);
template void CudaQueue::launch(const BuildItems& kernel, std::uint32_t groups);

void cuda::load_item_kernels() {
  load<BuildItems>();
}

}  // namespace overlace

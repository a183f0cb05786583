// SPDX-License-Identifier: Apache-2.0
// The replay on an NVIDIA GPU.
#include "gpu/device/replay.h"

#include "gpu/cuda/load_kernels.h"
#include "gpu/cuda/queue.h"

namespace overlace {

std::unique_ptr<Replay> make_cuda_replay(std::shared_ptr<const Plan> plan,
                                         const CudaReplayOptions& options) {
  auto queue =
      std::make_unique<CudaQueue>(options.device, static_cast<cudaStream_t>(options.stream));
  cuda::load_kernels();
  queue->launch_early(options.launch_early);
  return std::make_unique<DeviceReplay<CudaQueue>>(std::move(plan), std::move(queue), options.slots,
                                                   0, options.trace);
}

}  // namespace overlace

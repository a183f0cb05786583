// SPDX-License-Identifier: Apache-2.0
// The measurements on an NVIDIA GPU.
#include "gpu/device/bench.h"

#include "gpu/cuda/queue.h"

namespace overlace {

std::unique_ptr<GpuBench> make_gpu_bench(int device) {
  return std::make_unique<DeviceBench<CudaQueue>>(device);
}

}  // namespace overlace

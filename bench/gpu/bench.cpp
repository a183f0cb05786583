// SPDX-License-Identifier: Apache-2.0
// The measurements on an NVIDIA GPU.
#include "bench/gpu/bench.h"

#include "bench/gpu/gpu_clock.h"
#include "gpu/cuda/cuda_queue.h"

namespace overlace {
namespace {

class CudaBench final : public DeviceBench<CudaQueue> {
 public:
  explicit CudaBench(int device) : DeviceBench(device), gpu_(device) {}
  std::optional<int> clock_mhz() override { return multiprocessor_clock_mhz(gpu_); }

 private:
  int gpu_;
};

}  // namespace

std::unique_ptr<GpuBench> make_gpu_bench(int device) {
  return std::make_unique<CudaBench>(device);
}

}  // namespace overlace

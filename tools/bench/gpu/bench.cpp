// SPDX-License-Identifier: Apache-2.0
// The measurements on an NVIDIA GPU.
#include "tools/bench/gpu/bench.h"

#include "gpu/cuda/clock.h"
#include "gpu/cuda/queue.h"

namespace overlace {
namespace {

class CudaBench final : public DeviceBench<CudaQueue> {
 public:
  explicit CudaBench(int device) : DeviceBench(device), gpu_(device) {}
  std::optional<int> clock_mhz() override { return cuda::multiprocessor_clock_mhz(gpu_); }
  std::optional<int> double_ratio() override { return cuda::double_ratio(gpu_); }

 private:
  int gpu_;
};

}  // namespace

std::unique_ptr<GpuBench> make_gpu_bench(int device) {
  return std::make_unique<CudaBench>(device);
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The replay on an NVIDIA GPU.
#include <optional>

#include "gpu/cuda/backend.h"
#include "gpu/cuda/callers_context.h"
#include "gpu/cuda/cuda_queue.h"
#include "gpu/cuda/load_kernels.h"
#include "gpu/device/device_replay.h"

namespace overlace {
namespace {

/// Leaves each calling thread with the context that it had current.
class CudaReplay final : public Replay {
 public:
  CudaReplay(std::shared_ptr<const Plan> plan, const CudaReplayOptions& options) {
    const cuda::CallersContext context;
    auto queue =
        std::make_unique<CudaQueue>(options.device, static_cast<cudaStream_t>(options.stream));
    cuda::load_kernels();
    queue->launch_early(options.launch_early);
    device_.emplace(std::move(plan), std::move(queue), options.slots, 0, options.trace);
  }
  ~CudaReplay() override {
    const cuda::CallersContext context;
    device_.reset();
  }
  CudaReplay(const CudaReplay&) = delete;
  CudaReplay& operator=(const CudaReplay&) = delete;

  Memory memory() const override { return device_->memory(); }
  void set_stream(void* stream) override {
    const cuda::CallersContext context;
    device_->queue().set_stream(static_cast<cudaStream_t>(stream));
  }
  std::size_t slots() const override { return device_->slots(); }
  void submit(std::size_t slot, const FrameTime& time, const ImageView& picture) override {
    const cuda::CallersContext context;
    device_->submit(slot, time, picture);
  }
  ReplayStats finish(std::size_t slot) override {
    const cuda::CallersContext context;
    return device_->finish(slot);
  }
  PixelRect bounds(const FrameTime& time) override { return device_->bounds(time); }

 private:
  std::optional<DeviceReplay<CudaQueue>> device_;
};

}  // namespace

std::unique_ptr<Replay> cuda::make_replay(std::shared_ptr<const Plan> plan,
                                          const CudaReplayOptions& options) {
  return std::make_unique<CudaReplay>(std::move(plan), options);
}

}  // namespace overlace

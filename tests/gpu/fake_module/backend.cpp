// SPDX-License-Identifier: Apache-2.0
// A module in place of the CUDA back-end: with one GPU, which only notes what it is asked for.
#include <algorithm>
#include <utility>

#include "cuda_build.h"
#include "gpu/cuda_backend.h"
#include "graph/core/error.h"
#include "tests/gpu/fake_module/answers.h"

#ifndef FAKE_BUILD
#define FAKE_BUILD overlace::cuda_build.data()
#endif

namespace overlace::test {
namespace {

DeviceList list_devices(DeviceProbe look) {
  DeviceInfo info;
  info.name = fake_name;
  info.major = 9;
  info.memory = fake_memory;
  info.free_memory = look == DeviceProbe::opened ? fake_free_memory : 0;
  return {.devices = {info}, .why_none = {}};
}

std::uint64_t free_memory(int index) {
  return index == 0 ? fake_free_memory : 0;
}

int gpu_of(const void* memory) {
  return memory == fake_gpu_memory() ? 0 : -1;
}

void copy(const ImageView& to, const ImageView& from, void* /*stream*/) {
  *to.planes[0].data = *from.planes[0].data;
}

void clear(const ImageView& to, void* /*stream*/) {
  *to.planes[0].data = std::byte{0};
}

class FakeReplay final : public Replay {
 public:
  explicit FakeReplay(const CudaReplayOptions& options) : slots_(options.slots) {}

  std::size_t slots() const override { return slots_; }
  void submit(std::size_t /*slot*/, const FrameTime& /*time*/, const ImageView& picture) override {
    *picture.planes[0].data = fake_paint;
  }
  ReplayStats finish(std::size_t /*slot*/) override { return {.primitives = fake_primitives}; }
  PixelRect bounds(const FrameTime& time) override { return {time.frame, 0, 1, 1}; }

 private:
  std::size_t slots_;
};

std::unique_ptr<Replay> make_replay(std::shared_ptr<const Plan> /*plan*/,
                                    const CudaReplayOptions& options) {
  if (options.device != 0)
    throw Error(ErrorCode::out_of_memory, fake_refusal, "a hint", SourceLocation{"--device"});
  return std::make_unique<FakeReplay>(options);
}

}  // namespace
}  // namespace overlace::test

const overlace::CudaBackend* overlace_cuda_backend() {
  using namespace overlace::test;
  static const overlace::CudaBackend table{FAKE_BUILD, list_devices, free_memory, gpu_of,
                                           copy,       clear,        make_replay};
  return &table;
}

// SPDX-License-Identifier: Apache-2.0
// Stands in for the CUDA back-end in a build without it.
#include "gpu/callers_memory.h"
#include "gpu/devices.h"
#include "gpu/replay.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr const char* why = "this build has no CUDA back-end";

}  // namespace

DeviceList list_cuda_devices(DeviceProbe /*look*/) {
  return {.devices = {}, .why_none = why};
}

std::uint64_t free_device_memory(int /*index*/) {
  return 0;
}

int gpu_of(const void* /*memory*/) {
  return -1;
}

void copy_on_gpu(const ImageView& /*to*/, const ImageView& /*from*/, void* /*stream*/) {
  throw Error(ErrorCode::unavailable, why);
}

void clear_on_gpu(const ImageView& /*to*/, void* /*stream*/) {
  throw Error(ErrorCode::unavailable, why);
}

std::unique_ptr<Replay> make_cuda_replay(std::shared_ptr<const Plan> /*plan*/,
                                         const CudaReplayOptions& /*options*/) {
  throw Error(ErrorCode::unavailable, why);
}

}  // namespace overlace

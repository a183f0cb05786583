// SPDX-License-Identifier: Apache-2.0
// Calls the CUDA back-end in its module, if that is installed beside this code.
#include "gpu/cuda_backend.h"

#include <fmt/format.h>

#include <utility>

#include "cuda_build.h"
#include "gpu/callers_memory.h"
#include "graph/core/error.h"
#include "graph/core/module.h"

namespace overlace {
namespace {

LoadedCudaBackend refused(std::string why) {
  return {.backend = nullptr, .why_not = std::move(why), .fault = true};
}

/// Looked for once in the process.
const LoadedCudaBackend& installed() {
  static const LoadedCudaBackend found = load_cuda_backend(installed_file("overlace-cuda.so"));
  return found;
}

/// Throws Error(unavailable) without one.
const CudaBackend& demanded() {
  if (installed().backend == nullptr) throw Error(ErrorCode::unavailable, installed().why_not);
  return *installed().backend;
}

}  // namespace

LoadedCudaBackend load_cuda_backend(const std::string& file) {
  if (file.empty())
    return {.backend = nullptr,
            .why_not = "overlace-cuda.so, which draws on NVIDIA GPUs, is not installed: " +
                       install_hint("cuda")};
  try {
    auto* const exported = reinterpret_cast<decltype(overlace_cuda_backend)*>(
        find_in_library(file, "overlace_cuda_backend"));
    const CudaBackend* const backend = exported();
    if (backend->build == cuda_build) return {.backend = backend, .why_not = {}};
    return refused(
        fmt::format("{} is from another build of overlace; install that of this one", file));
  } catch (const Error& error) {
    return refused(error.problems().front().message);
  }
}

DeviceList list_cuda_devices(DeviceProbe look) {
  const LoadedCudaBackend& found = installed();
  if (found.backend != nullptr) return found.backend->list_devices(look);
  return {.devices = {}, .why_none = found.why_not, .fault = found.fault};
}

std::uint64_t free_device_memory(int index) {
  const CudaBackend* const backend = installed().backend;
  return backend == nullptr ? 0 : backend->free_memory(index);
}

int gpu_of(const void* memory) {
  const CudaBackend* const backend = installed().backend;
  return backend == nullptr ? -1 : backend->gpu_of(memory);
}

void copy_on_gpu(const ImageView& to, const ImageView& from, void* stream) {
  demanded().copy(to, from, stream);
}

void clear_on_gpu(const ImageView& to, void* stream) {
  demanded().clear(to, stream);
}

std::unique_ptr<Replay> make_cuda_replay(std::shared_ptr<const Plan> plan,
                                         const CudaReplayOptions& options) {
  return demanded().make_replay(std::move(plan), options);
}

}  // namespace overlace

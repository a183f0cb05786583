// SPDX-License-Identifier: Apache-2.0
// NVML comes with the driver and is not linked: its few functions are looked up when needed.
#include "bench/gpu/gpu_clock.h"

#include <cuda_runtime_api.h>
#include <dlfcn.h>

#include <array>
#include <memory>

namespace overlace {
namespace {

struct Close {
  void operator()(void* library) const noexcept { dlclose(library); }
};

template <class F>
F* function(void* library, const char* name) {
  return reinterpret_cast<F*>(dlsym(library, name));
}

}  // namespace

std::optional<int> multiprocessor_clock_mhz(int device) {
  constexpr int success = 0, clock_of_multiprocessors = 1;  // NVML_SUCCESS, NVML_CLOCK_SM
  const std::unique_ptr<void, Close> library(dlopen("libnvidia-ml.so.1", RTLD_NOW));
  if (!library) return {};
  using Device = void*;
  auto* init = function<int()>(library.get(), "nvmlInit_v2");
  auto* shutdown = function<int()>(library.get(), "nvmlShutdown");
  auto* find =
      function<int(const char*, Device*)>(library.get(), "nvmlDeviceGetHandleByPciBusId_v2");
  auto* clock = function<int(Device, int, unsigned*)>(library.get(), "nvmlDeviceGetClockInfo");
  if (init == nullptr || shutdown == nullptr || find == nullptr || clock == nullptr) return {};
  std::array<char, 32> bus{};
  if (cudaDeviceGetPCIBusId(bus.data(), bus.size(), device) != cudaSuccess) return {};
  if (init() != success) return {};
  Device handle = nullptr;
  unsigned mhz = 0;
  const bool known = find(bus.data(), &handle) == success &&
                     clock(handle, clock_of_multiprocessors, &mhz) == success;
  static_cast<void>(shutdown());
  return known ? std::optional(static_cast<int>(mhz)) : std::nullopt;
}

}  // namespace overlace

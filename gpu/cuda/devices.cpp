// SPDX-License-Identifier: Apache-2.0
// Looks at each GPU through the driver, without keeping a context on any of them.
#include <cuda.h>
#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include <cstdlib>

#include "gpu/cuda/architectures.h"
#include "gpu/cuda/backend.h"
#include "gpu/cuda/cuda_check.h"
#include "gpu/cuda/driver_function.h"

namespace overlace {
namespace {

/// "13.0" of 13000.
std::string version_text(int version) {
  return fmt::format("{}.{}", version / 1000, version % 1000 / 10);
}

std::string no_device_reason() {
  const char* visible = std::getenv("CUDA_VISIBLE_DEVICES");
  if (visible == nullptr) return "there is no NVIDIA GPU";
  return fmt::format("there is no NVIDIA GPU among CUDA_VISIBLE_DEVICES=\"{}\"", visible);
}

/// Why the runtime finds no devices. It returns the same status for a missing driver and an old
/// one.
DeviceList nothing_found(cudaError_t status) {
  int driver = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  if (status == cudaErrorNoDevice || status == cudaSuccess)
    return {.devices = {}, .why_none = no_device_reason()};
  if (status == cudaErrorInsufficientDriver && driver == 0)
    return {.devices = {}, .why_none = "no NVIDIA driver is installed"};
  if (status == cudaErrorInsufficientDriver)
    return {.devices = {},
            .why_none = fmt::format(
                "the NVIDIA driver supports CUDA {} and must support {}: install a newer driver",
                version_text(driver), version_text(CUDART_VERSION)),
            .fault = true};
  return {.devices = {},
          .why_none = "the NVIDIA driver does not work: " + cuda::describe(status),
          .fault = true};
}

/// The driver's functions that look at a device through its primary context. The runtime's would
/// leave a context behind on every GPU, with its memory.
struct Driver {
  decltype(cuDevicePrimaryCtxRetain)* retain = nullptr;
  decltype(cuDevicePrimaryCtxRelease)* release = nullptr;
  decltype(cuCtxPushCurrent)* push = nullptr;
  decltype(cuCtxPopCurrent)* pop = nullptr;
  decltype(cuMemGetInfo)* memory = nullptr;

  Driver() {
    find("cuDevicePrimaryCtxRetain", retain);
    find("cuDevicePrimaryCtxRelease", release);
    find("cuCtxPushCurrent", push);
    find("cuCtxPopCurrent", pop);
    find("cuMemGetInfo", memory);
  }
  [[nodiscard]] bool complete() const { return retain && release && push && pop && memory; }

 private:
  template <class Function>
  static void find(const char* name, Function*& function) {
    constexpr unsigned version = 12000;  // of the function's signature
    function = cuda::driver_function<Function*>(name, version);
  }
};

/// The context's free memory in bytes.
CUresult free_memory_of(const Driver& driver, CUcontext context, std::uint64_t& bytes) {
  CUresult status = driver.push(context);
  if (status != CUDA_SUCCESS) return status;
  std::size_t free = 0, total = 0;
  status = driver.memory(&free, &total);
  bytes = free;
  CUcontext popped = nullptr;
  static_cast<void>(driver.pop(&popped));
  return status;
}

/// Retains a context for a moment: fills in the free memory, or why the device cannot be used.
void try_context(const Driver& driver, DeviceInfo& info) {
  CUcontext context = nullptr;
  CUresult status = driver.retain(&context, info.index);
  if (status == CUDA_SUCCESS) {
    status = free_memory_of(driver, context, info.free_memory);
    static_cast<void>(driver.release(info.index));
  }
  // The driver and the runtime use the same numbers.
  if (status == CUDA_ERROR_OUT_OF_MEMORY)
    info.why_not = "it has no memory left";
  else if (status != CUDA_SUCCESS)
    info.why_not = cuda::describe(static_cast<cudaError_t>(status));
}

/// "9.0" of 90.
std::string capability_text(int code) {
  return fmt::format("{}.{}", code / 10, code % 10);
}

std::string no_kernels_reason(const CompiledCode& compiled, const DeviceInfo& info) {
  std::string machine, ptx;
  for (const int code : compiled.machine) machine += ' ' + capability_text(code);
  for (const int code : compiled.ptx) ptx += ' ' + capability_text(code);
  return fmt::format(
      "it has compute capability {}.{}, and this build has kernels for{}{}{}; configure it with "
      "-DOVERLACE_CUDA_ARCHITECTURES={}{}",
      info.major, info.minor, machine, ptx.empty() ? "" : " and PTX of", ptx, info.major,
      info.minor);
}

DeviceInfo look_at(const Driver& driver, int index, DeviceProbe look) {
  DeviceInfo info;
  info.index = index;
  cudaDeviceProp properties{};
  const cudaError_t status = cudaGetDeviceProperties(&properties, index);
  if (status != cudaSuccess) {
    static_cast<void>(cudaGetLastError());
    info.name = "unknown";
    info.why_not = cuda::describe(status);
    return info;
  }
  info.name = properties.name;
  info.memory = properties.totalGlobalMem;
  info.major = properties.major;
  info.minor = properties.minor;
  const CompiledCode compiled = cuda::compiled_code();
  if (!code_for(compiled, info.major, info.minor))
    info.why_not = no_kernels_reason(compiled, info);
  else if (!driver.complete())
    info.why_not = "the driver lacks functions of CUDA 12";
  else if (look == DeviceProbe::opened)
    try_context(driver, info);
  return info;
}

}  // namespace

DeviceList cuda::list_devices(DeviceProbe look) {
  int count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess || count == 0) {
    static_cast<void>(cudaGetLastError());
    return nothing_found(status);
  }
  DeviceList list;
  const Driver driver;
  for (int index = 0; index < count; ++index) list.devices.push_back(look_at(driver, index, look));
  return list;
}

std::uint64_t cuda::free_memory(int index) {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || index < 0 || index >= count) {
    static_cast<void>(cudaGetLastError());
    return 0;
  }
  DeviceInfo info;
  info.index = index;
  if (const Driver driver; driver.complete()) try_context(driver, info);
  return info.free_memory;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Opens the driver's libraries and turns its error codes into ours.
#include "io/cuda/cuda_driver.h"

#include <fmt/format.h>

#include "graph/core/error.h"

namespace overlace {
namespace {

template <class Library, class Load>
Library load(Load load_functions) {
  typename Library::pointer functions = nullptr;
  Library library;
  if (load_functions(&functions, nullptr) >= 0) library.reset(functions);
  return library;
}

}  // namespace

CudaLibrary load_cuda() {
  CudaLibrary cuda = load<CudaLibrary>(cuda_load_functions);
  if (!cuda) throw Error(ErrorCode::unavailable, "there is no NVIDIA driver (libcuda.so.1)");
  check_cuda(*cuda, cuda->cuInit(0), "starting the NVIDIA driver");
  int devices = 0;
  check_cuda(*cuda, cuda->cuDeviceGetCount(&devices), "counting devices");
  if (devices == 0) throw Error(ErrorCode::unavailable, "the NVIDIA driver finds no device");
  return cuda;
}

CuvidLibrary load_cuvid() {
  return load<CuvidLibrary>(cuvid_load_functions);
}

NvencLibrary load_nvenc() {
  return load<NvencLibrary>(nvenc_load_functions);
}

std::string cuda_error_text(const CudaFunctions& cuda, CUresult code) {
  const char* name = nullptr;
  const char* text = nullptr;
  cuda.cuGetErrorName(code, &name);
  cuda.cuGetErrorString(code, &text);
  return fmt::format("{} ({})", name == nullptr ? "unknown CUDA error" : name,
                     text == nullptr ? std::to_string(static_cast<int>(code)) : text);
}

void check_cuda(const CudaFunctions& cuda, CUresult code, const char* what) {
  if (code == CUDA_SUCCESS) return;
  constexpr int out_of_memory = 2;
  throw Error(
      static_cast<int>(code) == out_of_memory ? ErrorCode::out_of_memory : ErrorCode::unavailable,
      fmt::format("{}: {}", what, cuda_error_text(cuda, code)));
}

HostMemoryFunctions host_memory_functions(const CudaFunctions& cuda) {
  HostMemoryFunctions functions;
  const auto find = [&cuda]<class Function>(const char* name, Function*& function) {
    function = reinterpret_cast<Function*>(FFNV_SYM_FUNC(cuda.lib, name));
    if (function == nullptr)
      throw Error(ErrorCode::unavailable, fmt::format("the NVIDIA driver has no {}", name));
  };
  find("cuMemAllocHost_v2", functions.allocate);
  find("cuMemFreeHost", functions.free);
  return functions;
}

CurrentContext::CurrentContext(const CudaFunctions& cuda, CUcontext context) : cuda_(cuda) {
  check_cuda(cuda, cuda.cuCtxPushCurrent(context), "entering the CUDA context");
}

CurrentContext::CurrentContext(const CudaFunctions& cuda, CUcontext context,
                               std::nothrow_t /*tag*/) noexcept
    : cuda_(cuda), entered_(cuda.cuCtxPushCurrent(context) == CUDA_SUCCESS) {}

CurrentContext::~CurrentContext() {
  if (!entered_) return;
  CUcontext popped = nullptr;
  cuda_.cuCtxPopCurrent(&popped);
}

}  // namespace overlace

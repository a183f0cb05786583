// SPDX-License-Identifier: Apache-2.0
// The only header that includes NVIDIA's driver interface: libraries opened at run time, never
// linked.
#pragma once

// The loader would print to stderr; the caller reports a missing library.
#define FFNV_LOG_FUNC(context, ...) static_cast<void>(context)
#define FFNV_DEBUG_LOG_FUNC(context, ...) static_cast<void>(context)
#include <ffnvcodec/dynlink_loader.h>
extern "C" {
#include <libavutil/hwcontext_cuda.h>
}

#include <memory>
#include <new>
#include <string>

namespace overlace {

struct FreeDriver {
  void operator()(CudaFunctions* f) const noexcept { cuda_free_functions(&f); }
  void operator()(CuvidFunctions* f) const noexcept { cuvid_free_functions(&f); }
  void operator()(NvencFunctions* f) const noexcept { nvenc_free_functions(&f); }
};
using CudaLibrary = std::unique_ptr<CudaFunctions, FreeDriver>;
using CuvidLibrary = std::unique_ptr<CuvidFunctions, FreeDriver>;
using NvencLibrary = std::unique_ptr<NvencFunctions, FreeDriver>;

/// libcuda, initialised. Throws Error(unavailable) where there is no driver, or it finds no device.
[[nodiscard]] CudaLibrary load_cuda();
/// libnvcuvid; null when it cannot be loaded.
[[nodiscard]] CuvidLibrary load_cuvid();
/// libnvidia-encode; null when it cannot be loaded.
[[nodiscard]] NvencLibrary load_nvenc();

/// "CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
[[nodiscard]] std::string cuda_error_text(const CudaFunctions& cuda, CUresult code);
/// Throws Error(unavailable) "WHAT: text" unless `code` is success; out of device memory becomes
/// Error(out_of_memory).
void check_cuda(const CudaFunctions& cuda, CUresult code, const char* what);

/// Allocation of page-locked host memory, which the loader's function table leaves out.
struct HostMemoryFunctions {
  CUresult (*allocate)(void** memory, std::size_t bytes) = nullptr;
  CUresult (*free)(void* memory) = nullptr;
};
/// Throws Error(unavailable) where the driver lacks these functions.
[[nodiscard]] HostMemoryFunctions host_memory_functions(const CudaFunctions& cuda);

/// Makes a context current on this thread during its lifetime.
class CurrentContext {
 public:
  CurrentContext(const CudaFunctions& cuda, CUcontext context);
  /// For destructors, which carry on even if the context cannot be made current.
  CurrentContext(const CudaFunctions& cuda, CUcontext context, std::nothrow_t) noexcept;
  ~CurrentContext();
  CurrentContext(const CurrentContext&) = delete;
  CurrentContext& operator=(const CurrentContext&) = delete;

 private:
  const CudaFunctions& cuda_;
  bool entered_ = true;
};

}  // namespace overlace

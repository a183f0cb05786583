// SPDX-License-Identifier: Apache-2.0
// The CUDA context that is current on a caller's thread: restored when we are done.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace overlace::cuda {

/// The driver's functions; all null if there is no driver.
struct ContextCalls {
  CUresult (*get_current)(CUcontext*) = nullptr;
  CUresult (*set_current)(CUcontext) = nullptr;
  CUresult (*context_of)(CUstream, CUcontext*) = nullptr;
};

/// Those of the driver that the runtime found.
[[nodiscard]] const ContextCalls& driver_calls();

/// Remembers the context that is current on this thread, if any, and makes it current again when
/// destroyed. The runtime's cudaSetDevice cannot do that: it would create a context on the caller's
/// device that nobody asked for, and it knows only primary contexts.
class CallersContext {
 public:
  explicit CallersContext(const ContextCalls& calls = driver_calls());
  ~CallersContext();
  CallersContext(const CallersContext&) = delete;
  CallersContext& operator=(const CallersContext&) = delete;

 private:
  CUcontext before_ = nullptr;
  CUresult (*set_current_)(CUcontext) = nullptr;  ///< null if what was current is unknown
};

/// Throws Error(usage) for a stream of a context other than the current one, which is the primary
/// one of GPU `device`: the runtime's work cannot be queued there.
void check_stream(cudaStream_t stream, int device, const ContextCalls& calls = driver_calls());

}  // namespace overlace::cuda

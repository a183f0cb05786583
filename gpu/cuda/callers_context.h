// SPDX-License-Identifier: Apache-2.0
// The CUDA context that a caller had current on its thread: given back when we are done.
#pragma once

#include <cuda.h>
#include <cuda_runtime_api.h>

namespace overlace::cuda {

/// What is asked of the driver; without one, nothing is set.
struct ContextCalls {
  CUresult (*get_current)(CUcontext*) = nullptr;
  CUresult (*set_current)(CUcontext) = nullptr;
  CUresult (*context_of)(CUstream, CUcontext*) = nullptr;
};

/// Those of the driver that the runtime found.
[[nodiscard]] const ContextCalls& driver_calls();

/// Keeps what is current on this thread, be it nothing, and makes it current again at its end. The
/// runtime's cudaSetDevice cannot do that: it would give the caller's device a context that nobody
/// asked for, and knows no contexts but primary ones.
class CallersContext {
 public:
  explicit CallersContext(const ContextCalls& calls = driver_calls());
  ~CallersContext();
  CallersContext(const CallersContext&) = delete;
  CallersContext& operator=(const CallersContext&) = delete;

 private:
  CUcontext before_ = nullptr;
  CUresult (*set_current_)(CUcontext) = nullptr;  ///< null where what was current is not known
};

/// Throws Error(usage) for a stream of another context than the one that is current, which is the
/// primary one of GPU `device`: the runtime's work cannot be queued there.
void check_stream(cudaStream_t stream, int device, const ContextCalls& calls = driver_calls());

}  // namespace overlace::cuda

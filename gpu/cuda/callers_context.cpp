// SPDX-License-Identifier: Apache-2.0
#include "gpu/cuda/callers_context.h"

#include <cudaTypedefs.h>
#include <fmt/format.h>

#include "gpu/cuda/driver_function.h"
#include "graph/core/error.h"

namespace overlace::cuda {

const ContextCalls& driver_calls() {
  static const ContextCalls calls{
      .get_current = driver_function<PFN_cuCtxGetCurrent_v4000>("cuCtxGetCurrent", 4000),
      .set_current = driver_function<PFN_cuCtxSetCurrent_v4000>("cuCtxSetCurrent", 4000),
      .context_of = driver_function<PFN_cuStreamGetCtx_v9020>("cuStreamGetCtx", 9020)};
  return calls;
}

CallersContext::CallersContext(const ContextCalls& calls) {
  if (calls.get_current != nullptr && calls.get_current(&before_) == CUDA_SUCCESS)
    set_current_ = calls.set_current;
}

CallersContext::~CallersContext() {
  if (set_current_ != nullptr) static_cast<void>(set_current_(before_));
}

void check_stream(cudaStream_t stream, int device, const ContextCalls& calls) {
  if (stream == nullptr || calls.context_of == nullptr || calls.get_current == nullptr) return;
  CUcontext own = nullptr, primary = nullptr;
  if (calls.context_of(stream, &own) != CUDA_SUCCESS) {
    throw Error(ErrorCode::usage, "the stream to work on is none of the driver's",
                "it must live as long as the replay");
  }
  if (calls.get_current(&primary) != CUDA_SUCCESS || own == primary) return;
  throw Error(
      ErrorCode::usage,
      fmt::format("the stream to work on belongs to another context than GPU {}'s primary one",
                  device),
      "make it in the context of cuDevicePrimaryCtxRetain, or leave it out");
}

}  // namespace overlace::cuda

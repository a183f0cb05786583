// SPDX-License-Identifier: Apache-2.0
// Turns a status of the CUDA runtime into an overlace error.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <string_view>
#include <typeinfo>

namespace overlace::cuda {

/// "cudaErrorNoDevice: no CUDA-capable device is detected".
[[nodiscard]] std::string describe(cudaError_t status);

/// Throws what `status` means (gpu/cuda/error_meaning.h). Clears the runtime's error, if it can be
/// cleared. `what` says what was tried: "copying a plane".
[[noreturn]] void fail(cudaError_t status, std::string_view what);

/// Fails unless `status` is success.
inline void check(cudaError_t status, std::string_view what) {
  if (status != cudaSuccess) fail(status, what);
}

/// The same for an action on a kernel: the message has `what`, such as "launching", and then the
/// name of the kernel's class.
void check_kernel(cudaError_t status, std::string_view what, const std::type_info& kernel);

}  // namespace overlace::cuda

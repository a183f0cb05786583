// SPDX-License-Identifier: Apache-2.0
// Turns a status of the CUDA runtime into overlace's error.
#pragma once

#include <cuda_runtime_api.h>

#include <string>
#include <string_view>
#include <typeinfo>

namespace overlace::cuda {

/// "cudaErrorNoDevice: no CUDA-capable device is detected".
[[nodiscard]] std::string describe(cudaError_t status);

/// Throws what `status` means (gpu/cuda/error_meaning.h). Clears the runtime's error, where it can
/// be cleared. `what` says what was tried: "copying a plane".
[[noreturn]] void fail(cudaError_t status, std::string_view what);

/// Fails unless `status` is a success.
inline void check(cudaError_t status, std::string_view what) {
  if (status != cudaSuccess) fail(status, what);
}

/// The same for something done with a kernel: `what`, such as "launching", comes before the name of
/// its class.
void check_kernel(cudaError_t status, std::string_view what, const std::type_info& kernel);

}  // namespace overlace::cuda

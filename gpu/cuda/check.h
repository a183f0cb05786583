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

/// Throws what `status` means: Error(out_of_memory), Error(unavailable) for a device or driver that
/// cannot be used, else Error(internal). Clears the runtime's error, where it can be cleared.
/// `what` says what was tried: "copying a plane".
[[noreturn]] void fail(cudaError_t status, std::string_view what);

inline void check(cudaError_t status, std::string_view what) {
  if (status != cudaSuccess) fail(status, what);
}

/// Throws for a kernel that could not be launched, with its name.
void check_launch(cudaError_t status, const std::type_info& kernel);

}  // namespace overlace::cuda

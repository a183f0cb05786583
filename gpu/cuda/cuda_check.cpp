// SPDX-License-Identifier: Apache-2.0
// Throws for the CUDA runtime, with its error names and a hint.
#include "gpu/cuda/cuda_check.h"

#include <fmt/format.h>

#include "gpu/cuda/error_meaning.h"
#include "gpu/device/kernel_name.h"

namespace overlace::cuda {
namespace {

std::string_view hint_for(ErrorCode code) {
  if (code == ErrorCode::internal) return {};
  if (code == ErrorCode::out_of_memory) return "free memory of the GPU, or use --device cpu";
  return "'overlace devices' lists what is usable here";
}

}  // namespace

std::string describe(cudaError_t status) {
  return fmt::format("{}: {}", cudaGetErrorName(status), cudaGetErrorString(status));
}

void fail(cudaError_t status, std::string_view what) {
  static_cast<void>(cudaGetLastError());
  const ErrorCode code = meaning_of(status);
  throw Error(code, fmt::format("{} failed with {}", what, describe(status)),
              std::string(hint_for(code)));
}

void check_kernel(cudaError_t status, std::string_view what, const std::type_info& kernel) {
  if (status != cudaSuccess) fail(status, fmt::format("{} {}", what, demangled(kernel.name())));
}

}  // namespace overlace::cuda

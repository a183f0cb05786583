// SPDX-License-Identifier: Apache-2.0
// The CUDA runtime's error codes, by what they mean to a user.
#include "gpu/cuda/check.h"

#include <cxxabi.h>
#include <fmt/format.h>

#include <cstdlib>
#include <memory>

#include "graph/core/error.h"

namespace overlace::cuda {
namespace {

ErrorCode code_of(cudaError_t status) {
  switch (status) {
    case cudaErrorMemoryAllocation:
      return ErrorCode::out_of_memory;
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorDevicesUnavailable:
    case cudaErrorInsufficientDriver:
    case cudaErrorInitializationError:
    case cudaErrorSystemNotReady:
    case cudaErrorSystemDriverMismatch:
    case cudaErrorCompatNotSupportedOnDevice:
    case cudaErrorStubLibrary:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
      return ErrorCode::unavailable;
    default:
      return ErrorCode::internal;
  }
}

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
  const ErrorCode code = code_of(status);
  throw Error(code, fmt::format("{} failed with {}", what, describe(status)),
              std::string(hint_for(code)));
}

void check_launch(cudaError_t status, const std::type_info& kernel) {
  if (status == cudaSuccess) return;
  int result = 0;
  const std::unique_ptr<char, decltype(&std::free)> name(
      abi::__cxa_demangle(kernel.name(), nullptr, nullptr, &result), &std::free);
  fail(status, fmt::format("launching {}", name ? name.get() : kernel.name()));
}

}  // namespace overlace::cuda

// SPDX-License-Identifier: Apache-2.0
// Shared by the entry points of the fake libraries.
#pragma once

#include <ffnvcodec/dynlink_cuda.h>

#include <cstdio>

namespace overlace::fake_driver {

constexpr int invalid_value = 1;      ///< CUDA_ERROR_INVALID_VALUE
constexpr int invalid_context = 201;  ///< CUDA_ERROR_INVALID_CONTEXT
constexpr int not_ready = 600;        ///< CUDA_ERROR_NOT_READY
constexpr int not_supported = 801;    ///< CUDA_ERROR_NOT_SUPPORTED

inline CUresult result(int code) {
  return static_cast<CUresult>(code);
}

}  // namespace overlace::fake_driver

/// An entry point that libav's loader looks up, but that nothing here may call.
#define UNUSED(name)                                             \
  CUresult name() {                                              \
    std::fprintf(stderr, "fake driver: " #name " was called\n"); \
    return result(not_supported);                                \
  }

// SPDX-License-Identifier: Apache-2.0
// What the entry points of the fake libraries have in common.
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

/// An entry point that libav's loader wants to find, and that nothing here may need.
#define UNUSED(name)                                             \
  CUresult name() {                                              \
    std::fprintf(stderr, "fake driver: " #name " was called\n"); \
    return result(not_supported);                                \
  }

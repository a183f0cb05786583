// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "gpu/replay.h"

namespace overlace::test {

/// The instruction sets of this machine that kernels are compiled for: the scalar one first.
[[nodiscard]] inline std::vector<SimdLevel> simd_levels() {
  std::vector<SimdLevel> all = {SimdLevel::scalar};
  if (detect_simd() >= SimdLevel::avx2) all.push_back(SimdLevel::avx2);
  if (detect_simd() >= SimdLevel::avx512) all.push_back(SimdLevel::avx512);
  return all;
}

}  // namespace overlace::test

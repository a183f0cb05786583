// SPDX-License-Identifier: Apache-2.0
// Asks the processor.
#include "gpu/host/simd.h"

#include <string>

#include "graph/core/error.h"

namespace overlace {

std::string_view simd_name(SimdLevel level) {
  switch (level) {
    case SimdLevel::scalar:
      return "scalar";
    case SimdLevel::avx2:
      return "avx2";
    case SimdLevel::avx512:
      return "avx512";
    case SimdLevel::best:
      break;
  }
  return "best";
}

SimdLevel detect_simd() {
#if defined(OVERLACE_X86)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) {
    return SimdLevel::avx512;
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
      __builtin_cpu_supports("bmi2"))
    return SimdLevel::avx2;
#endif
  return SimdLevel::scalar;
}

SimdLevel usable_simd(SimdLevel level) {
  const SimdLevel have = detect_simd();
  const SimdLevel wanted = level == SimdLevel::best ? have : level;
  if (wanted > have) {
    throw Error(ErrorCode::unavailable,
                "this machine has no " + std::string(simd_name(wanted)) + " instructions",
                "it has " + std::string(simd_name(have)));
  }
  return wanted;
}

SearchBand band_kernel(SimdLevel level) {
  [[maybe_unused]] const SimdLevel wanted = usable_simd(level);
#if defined(OVERLACE_X86)
  if (wanted == SimdLevel::avx512) return search_band_avx512;
  if (wanted == SimdLevel::avx2) return search_band_avx2;
#endif
  return search_band_scalar;
}

}  // namespace overlace

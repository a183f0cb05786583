// SPDX-License-Identifier: Apache-2.0
// Selects kernels by what the processor supports.
#include "sound/synth/voice_kernels.h"

#include <string>

#include "graph/core/error.h"

namespace overlace {

SynthSimd detect_synth_simd() {
#if defined(OVERLACE_X86)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
    return SynthSimd::avx512;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return SynthSimd::avx2;
#endif
  return SynthSimd::scalar;
}

const VoiceKernels& voice_kernels(SynthSimd level) {
  const SynthSimd have = detect_synth_simd();
  [[maybe_unused]] const SynthSimd wanted = level == SynthSimd::best ? have : level;
  if (wanted > have)
    throw Error(ErrorCode::unavailable, "this machine lacks the instructions for these kernels");
#if defined(OVERLACE_X86)
  if (wanted == SynthSimd::avx512) return voice_kernels_avx512;
  if (wanted == SynthSimd::avx2) return voice_kernels_avx2;
#endif
  return voice_kernels_scalar;
}

}  // namespace overlace

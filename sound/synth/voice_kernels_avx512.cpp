// SPDX-License-Identifier: Apache-2.0
// The kernels that make sound, for machines with AVX-512.
#include "sound/synth/voice_block.h"

namespace overlace {

constinit const VoiceKernels voice_kernels_avx512 = kernels_here;

}  // namespace overlace

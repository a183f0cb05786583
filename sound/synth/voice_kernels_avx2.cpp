// SPDX-License-Identifier: Apache-2.0
// The kernels that make sound, for machines with AVX2 and FMA.
#include "sound/synth/voice_block.h"

namespace overlace {

constinit const VoiceKernels voice_kernels_avx2 = kernels_here;

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The kernels that make sound, for any machine.
#include "sound/synth/voice_block.h"

namespace overlace {

constinit const VoiceKernels voice_kernels_scalar = kernels_here;

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The kernels that make sound, one table per instruction set; all tables give the same bytes.
#pragma once

#include "sound/synth/synth_simd.h"
#include "sound/synth/voice_group.h"

namespace overlace {

/// Each adds `samples` (1..block_samples) of a group to the mix and advances the group.
struct VoiceKernels {
  void (*sine)(OscillatorGroup&, int samples, LaneMix&);
  void (*fm)(OscillatorGroup&, int samples, LaneMix&);
  void (*pluck)(PluckGroup&, int samples, LaneMix&);
  void (*modal)(ModalGroup&, int samples, LaneMix&);
  /// Adds up the lanes of a mix, as a fixed tree, into `samples` pairs of left and right.
  void (*fold)(const LaneMix&, int samples, float* pairs);
};

extern const VoiceKernels voice_kernels_scalar, voice_kernels_avx2, voice_kernels_avx512;

/// The kernels of a level. Throws Error(unavailable) if this machine lacks it.
[[nodiscard]] const VoiceKernels& voice_kernels(SynthSimd level);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Instruction sets that sound is made with.
#pragma once

#include <cstdint>

namespace overlace {

enum class SynthSimd : std::uint8_t { scalar, avx2, avx512, best };

/// The best one of this machine.
[[nodiscard]] SynthSimd detect_synth_simd();

}  // namespace overlace

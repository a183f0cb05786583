// SPDX-License-Identifier: Apache-2.0
// Instruction sets for making sound.
#pragma once

#include <cstdint>

namespace overlace {

enum class SynthSimd : std::uint8_t { scalar, avx2, avx512, best };

/// The best one that this machine supports.
[[nodiscard]] SynthSimd detect_synth_simd();

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The filter that finds peaks between samples: ITU-R BS.1770-4, Annex 2.
#pragma once

#include <array>
#include <cstddef>

namespace overlace {

inline constexpr std::size_t true_peak_taps = 12, true_peak_phases = 4;

/// Phases 0 and 1 of fourfold oversampling; 3 and 2 are the same, reversed.
inline constexpr std::array<std::array<float, true_peak_taps>, 2> true_peak_coefficients = {{
    {0.0017089843750F, 0.0109863281250F, -0.0196533203125F, 0.0332031250000F, -0.0594482421875F,
     0.1373291015625F, 0.9721679687500F, -0.1022949218750F, 0.0476074218750F, -0.0266113281250F,
     0.0148925781250F, -0.0083007812500F},
    {-0.0291748046875F, 0.0292968750000F, -0.0517578125000F, 0.0891113281250F, -0.1665039062500F,
     0.4650878906250F, 0.7797851562500F, -0.2003173828125F, 0.1015625000000F, -0.0582275390625F,
     0.0330810546875F, -0.0189208984375F},
}};

/// The coefficient of the sample `tap` samples ago in a phase.
[[nodiscard]] constexpr float true_peak_coefficient(std::size_t phase, std::size_t tap) {
  return phase < 2 ? true_peak_coefficients[phase][tap]
                   : true_peak_coefficients[true_peak_phases - 1 - phase][true_peak_taps - 1 - tap];
}

}  // namespace overlace

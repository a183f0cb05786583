// SPDX-License-Identifier: Apache-2.0
// Decibels with the same bits on every machine.
#pragma once

#include <bit>
#include <cstdint>

namespace overlace {

/// Lower energies are raised to this one: -100 dB, the `amin` of `librosa.power_to_db`.
inline constexpr float least_energy = 1e-10F;

/// 10 log10(max(1e-10, energy)), within 2e-5 dB for finite energies. Loops over it vectorise: it
/// uses the series of artanh, log2(m) = 2/ln 2 artanh((m - 1)/(m + 1)) for m from sqrt(1/2) to
/// sqrt(2); the omitted terms are below 5e-8.
[[nodiscard]] inline float decibels_of(float energy) {
  constexpr std::int32_t root_half = 0x3f3504f3;
  const float value = energy > least_energy ? energy : least_energy;
  const auto bits = std::bit_cast<std::int32_t>(value);
  const std::int32_t exponent = (bits - root_half) >> 23;
  const auto mantissa = std::bit_cast<float>(bits - exponent * (1 << 23));
  const float s = (mantissa - 1) / (mantissa + 1), square = s * s;
  constexpr float two_over_ln2 = 2.88539008F;
  const float series = s * (1 + square * (1.0F / 3 + square * (1.0F / 5 + square * (1.0F / 7))));
  const float log2 = static_cast<float>(exponent) + two_over_ln2 * series;
  constexpr float db_per_octave = 3.01029996F;
  return db_per_octave * log2;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Peaks of the waveform between samples.
#pragma once

#include <cstddef>
#include <span>

namespace overlace {

/// Delay of the interpolation, samples.
inline constexpr std::size_t true_peak_delay = 6;

/// The largest magnitude among samples `first` to `last - 1` of a channel and their interpolation
/// by the filter of ITU-R BS.1770-4, Annex 2: four phases of twelve taps that end at the sample.
/// A sine's peak is found within 0.2 dB. Outside the channel is silence.
[[nodiscard]] float true_peak(std::span<const float> channel, std::size_t first, std::size_t last);

}  // namespace overlace

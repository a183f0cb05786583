// SPDX-License-Identifier: Apache-2.0
// Peaks of the waveform between samples.
#pragma once

#include <cstddef>
#include <span>

namespace overlace {

/// Samples by which interpolation comes too late.
inline constexpr std::size_t true_peak_delay = 6;

/// The largest magnitude among samples `first` to `last - 1` of a channel, and among what the
/// filter of ITU-R BS.1770-4, Annex 2, makes of them: four phases of twelve taps, the last of which
/// is at the sample. A sine's peak is found within 0.2 dB. Outside of the channel is silence.
[[nodiscard]] float true_peak(std::span<const float> channel, std::size_t first, std::size_t last);

}  // namespace overlace

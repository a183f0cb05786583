// SPDX-License-Identifier: Apache-2.0
// Prepares samples for analysis.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/data/clip_audio.h"

namespace overlace {

/// The mean of all channels; empty if there are none. Samples that are not finite count as 0.
[[nodiscard]] std::vector<float> mono_of(const PcmAudio& sound);

/// Whether all samples are finite numbers.
[[nodiscard]] bool all_finite(const PcmAudio& sound);

/// Sets samples that are not finite to 0 and returns how many there were.
std::size_t silence_non_finite(PcmAudio& sound);

}  // namespace overlace

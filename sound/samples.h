// SPDX-License-Identifier: Apache-2.0
// Samples made fit for analysis.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/data/clip_audio.h"

namespace overlace {

/// The mean of all channels; empty without any. Samples that are no finite numbers count as 0.
[[nodiscard]] std::vector<float> mono_of(const PcmAudio& sound);

/// Whether all samples are finite numbers.
[[nodiscard]] bool all_finite(const PcmAudio& sound);

/// Makes samples that are no finite numbers 0, and says how many there were.
std::size_t silence_non_finite(PcmAudio& sound);

}  // namespace overlace

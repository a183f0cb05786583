// SPDX-License-Identifier: Apache-2.0
#include "sound/analysis_samples.h"

#include <algorithm>

#include "graph/core/math.h"

namespace overlace {

std::vector<float> mono_of(const PcmAudio& sound) {
  std::vector<float> mean(sound.size());
  for (const std::vector<float>& channel : sound.channels)
    for (std::size_t i = 0; i < mean.size(); ++i)
      mean[i] += is_finite(channel[i]) ? channel[i] : 0.0F;
  const float part = sound.channels.empty() ? 1 : 1 / static_cast<float>(sound.channels.size());
  for (float& sample : mean) sample *= part;
  return mean;
}

bool all_finite(const PcmAudio& sound) {
  return std::all_of(sound.channels.begin(), sound.channels.end(), [](const auto& channel) {
    return std::all_of(channel.begin(), channel.end(), [](float v) { return is_finite(v); });
  });
}

std::size_t silence_non_finite(PcmAudio& sound) {
  std::size_t found = 0;
  for (std::vector<float>& channel : sound.channels)
    for (float& sample : channel) {
      if (is_finite(sample)) continue;
      sample = 0;
      ++found;
    }
  return found;
}

}  // namespace overlace

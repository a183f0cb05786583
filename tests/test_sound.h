// SPDX-License-Identifier: Apache-2.0
// The sound of clips that tests make by hand.
#pragma once

#include <cmath>
#include <cstddef>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

#include "graph/data/clip_audio.h"

namespace overlace::test {

/// Sound with these samples in one channel.
[[nodiscard]] inline std::shared_ptr<const ClipAudio> sound_of(std::vector<float> samples, int rate,
                                                               double start_s = 0) {
  PcmAudio pcm{.sample_rate = rate, .start_s = start_s, .channels = {std::move(samples)}};
  return std::make_shared<const ClipAudio>(
      ClipAudio{std::make_shared<const PcmAudio>(std::move(pcm))});
}

/// A sine of `hz`, as loud as `amplitude` says.
[[nodiscard]] inline std::vector<float> sine(double hz, double amplitude, int rate,
                                             double seconds) {
  std::vector<float> samples(static_cast<std::size_t>(seconds * rate));
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] = static_cast<float>(
        amplitude * std::sin(2 * std::numbers::pi * hz * static_cast<double>(i) / rate));
  return samples;
}

/// Two seconds at 8 kHz: a tone of 1 kHz that grows from silence to half of full scale, and a click
/// of 0.8 of full scale, 1 ms long, every half a second from 0.25 s on.
[[nodiscard]] inline std::shared_ptr<const ClipAudio> test_sound() {
  constexpr int rate = 8000;
  std::vector<float> samples = sine(1000, 0.5, rate, 2);
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i] *= static_cast<float>(i) / static_cast<float>(samples.size());
  for (std::size_t click = rate / 4; click < samples.size(); click += rate / 2)
    for (std::size_t i = 0; i < 8; ++i) samples[click + i] = i % 2 == 0 ? 0.8F : -0.8F;
  return sound_of(std::move(samples), rate);
}

}  // namespace overlace::test

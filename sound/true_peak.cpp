// SPDX-License-Identifier: Apache-2.0
#include "sound/true_peak.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "sound/true_peak_filter.h"

namespace overlace {
namespace {

constexpr std::size_t taps = true_peak_taps, phases = true_peak_phases;
/// Number of samples that are interpolated together; those after the last are silence.
constexpr std::size_t run = 32;

using Run = std::array<float, run>;

/// Raises each maximum to the magnitude of its value.
void take_largest(const Run& values, Run& most) {
  for (std::size_t i = 0; i < run; ++i) {
    const float magnitude = std::abs(values[i]);
    most[i] = magnitude > most[i] ? magnitude : most[i];
  }
}

/// A phase's output for `run` samples, which follow `taps - 1` earlier ones.
Run phase_of(const float* samples, std::size_t phase) {
  Run sum{};
  for (std::size_t tap = 0; tap < taps; ++tap) {
    const float weight = true_peak_coefficient(phase, tap);
    const float* from = samples + taps - 1 - tap;
    for (std::size_t i = 0; i < run; ++i) sum[i] += weight * from[i];
  }
  return sum;
}

}  // namespace

float true_peak(std::span<const float> channel, std::size_t first, std::size_t last) {
  constexpr std::size_t before = taps - 1;
  Run most{};
  std::array<float, before + run> samples;
  for (std::size_t start = first; start < last; start += run) {
    const std::size_t missing = start < before ? before - start : 0;
    const std::size_t from = start + missing - before;
    const std::size_t to = std::min({start + run, last, channel.size()});
    samples.fill(0);
    if (from < to)
      std::copy(channel.begin() + static_cast<std::ptrdiff_t>(from),
                channel.begin() + static_cast<std::ptrdiff_t>(to),
                samples.begin() + static_cast<std::ptrdiff_t>(missing));
    Run own;
    std::copy(samples.begin() + before, samples.end(), own.begin());
    take_largest(own, most);
    for (std::size_t phase = 0; phase < phases; ++phase)
      take_largest(phase_of(samples.data(), phase), most);
  }
  return *std::max_element(most.begin(), most.end());
}

}  // namespace overlace

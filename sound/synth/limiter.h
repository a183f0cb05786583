// SPDX-License-Identifier: Apache-2.0
// A look-ahead limiter: no true peak of its output exceeds its ceiling.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sound/true_peak_filter.h"

namespace overlace {

/// Stereo; both channels share one gain. It is the lowest that any sample of the next 5 ms needs,
/// averaged over 5 ms, so that it arrives in time and moves without clicks.
/// Samples pass unchanged if nothing is too loud. Peaks between samples are found by fourfold
/// oversampling (ITU-R BS.1770-4, annex 2). All memory is allocated up front.
class Limiter {
 public:
  /// `ceiling` is an amplitude, above 0.
  Limiter(int rate, double ceiling);

  /// Limits pairs in place; the output is delayed by `latency()` samples.
  void process(std::span<float> pairs);
  [[nodiscard]] std::size_t latency() const { return window_ + half_taps; }

 private:
  static constexpr std::size_t half_taps = true_peak_taps / 2;
  static constexpr std::size_t history = 16;  ///< samples kept for oversampling, a power of two

  struct Low {
    std::int64_t at;
    std::int32_t gain;
  };

  [[nodiscard]] float peak_of_latest() const;
  [[nodiscard]] std::int32_t needed_gain(float peak) const;
  [[nodiscard]] std::int32_t held(std::int32_t gain);

  float ceiling_;
  std::size_t window_;               ///< samples over which gains are averaged
  std::vector<float> delay_;         ///< pairs, latency() of them
  std::vector<std::int32_t> gains_;  ///< the last window_ held gains; 2^30 is 1
  std::int64_t sum_;                 ///< of gains_; integers do not drift
  std::vector<Low> lows_;            ///< a ring of rising gains: candidates for the minimum
  std::size_t first_low_ = 0, low_count_ = 0;
  std::array<float, history> left_{}, right_{};
  float loudest_ = 0;  ///< a bound on the samples in the history
  std::int64_t now_ = 0;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// A limiter that looks ahead: no true peak of what leaves it is above its ceiling.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sound/true_peak_filter.h"

namespace overlace {

/// Stereo; both channels get one gain. It is the lowest that any sample of the next 5 ms needs,
/// averaged over 5 ms: so it is there in time and moves without a click.
/// Where nothing is too loud, samples pass unchanged. Peaks between samples are found by four-fold
/// oversampling (ITU-R BS.1770-4, annex 2). All memory is taken at the beginning.
class Limiter {
 public:
  /// `ceiling` is an amplitude, above 0.
  Limiter(int rate, double ceiling);

  /// Limits pairs in place; what comes out is `latency()` samples late.
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
  std::size_t window_;               ///< samples that a gain is averaged over
  std::vector<float> delay_;         ///< pairs, latency() of them
  std::vector<std::int32_t> gains_;  ///< held, the latest window_ of them; 2^30 is 1
  std::int64_t sum_;                 ///< of them: whole numbers do not drift
  std::vector<Low> lows_;            ///< a ring of rising gains: candidates for the lowest
  std::size_t first_low_ = 0, low_count_ = 0;
  std::array<float, history> left_{}, right_{};
  float loudest_ = 0;  ///< a bound on what is in the history
  std::int64_t now_ = 0;
};

}  // namespace overlace

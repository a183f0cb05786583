// SPDX-License-Identifier: Apache-2.0
// A minimum over a sliding window, averaged.
#include "sound/synth/limiter.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {

constexpr double look_ahead_s = 0.005;
constexpr std::int32_t unity = 1 << 30;

// The largest ratio of an oversampled sample to the loudest sample in the history: the absolute
// coefficients of the second phase sum to 2.03.
constexpr float most_overshoot = 2.04F;
/// Factor by which the bound on the history decays per sample; it falls short of the loudest sample
/// by at most forgotten^-16 = 1.18.
constexpr float forgotten = 0.99F, most_forgotten = 1.18F;

}  // namespace

Limiter::Limiter(int rate, double ceiling)
    : ceiling_(static_cast<float>(ceiling)),
      window_(static_cast<std::size_t>(std::max(look_ahead_s * rate, 8.0))),
      delay_(2 * (window_ + half_taps)),
      gains_(window_, unity),
      sum_(static_cast<std::int64_t>(window_) * unity),
      lows_(window_ + 2) {}

/// The largest oversampled magnitude at and around the sample half_taps ago.
float Limiter::peak_of_latest() const {
  const auto newest = static_cast<std::size_t>(now_) % history;
  float peak = 0;
  for (const auto* channel : {&left_, &right_}) {
    float sums[true_peak_phases] = {};
    for (std::size_t k = 0; k < true_peak_taps; ++k) {
      const float sample = (*channel)[(newest - k) % history];
      for (std::size_t phase = 0; phase < true_peak_phases; ++phase)
        sums[phase] += true_peak_coefficient(phase, k) * sample;
    }
    for (const float sum : sums) peak = std::max(peak, std::fabs(sum));
    peak = std::max(peak, std::fabs((*channel)[(newest - half_taps) % history]));
  }
  return peak;
}

std::int32_t Limiter::needed_gain(float peak) const {
  if (!(peak > ceiling_)) return unity;
  return static_cast<std::int32_t>(static_cast<double>(ceiling_) / static_cast<double>(peak) *
                                   unity);
}

/// The lowest gain of the last window_ + 1 samples, by a monotonic queue.
std::int32_t Limiter::held(std::int32_t gain) {
  const std::size_t size = lows_.size();
  while (low_count_ > 0 && lows_[(first_low_ + low_count_ - 1) % size].gain >= gain) --low_count_;
  lows_[(first_low_ + low_count_) % size] = {now_, gain};
  ++low_count_;
  if (lows_[first_low_].at <= now_ - static_cast<std::int64_t>(window_) - 1) {
    first_low_ = (first_low_ + 1) % size;
    --low_count_;
  }
  return lows_[first_low_].gain;
}

void Limiter::process(std::span<float> pairs) {
  const std::size_t late = latency();
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    const auto place = static_cast<std::size_t>(now_) % history;
    left_[place] = pairs[i];
    right_[place] = pairs[i + 1];
    const float loud = std::max(std::fabs(pairs[i]), std::fabs(pairs[i + 1]));
    loudest_ = std::max(loud, loudest_ * forgotten);
    const bool may_be_loud = loudest_ * (most_forgotten * most_overshoot) > ceiling_;
    const std::int32_t gain = held(needed_gain(may_be_loud ? peak_of_latest() : 0));
    std::int32_t& oldest = gains_[static_cast<std::size_t>(now_) % window_];
    sum_ += gain - oldest;
    oldest = gain;

    const std::size_t slot = static_cast<std::size_t>(now_) % late * 2;
    const auto mean = static_cast<double>(sum_) / static_cast<double>(window_) / unity;
    const auto factor = static_cast<float>(mean);
    const float left = delay_[slot], right = delay_[slot + 1];
    delay_[slot] = pairs[i];
    delay_[slot + 1] = pairs[i + 1];
    pairs[i] = left * factor;
    pairs[i + 1] = right * factor;
    ++now_;
  }
}

}  // namespace overlace

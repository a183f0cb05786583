// SPDX-License-Identifier: Apache-2.0
// The recent rate of a count.
#pragma once

#include <deque>

namespace overlace {

/// The rate of a count over the last few seconds: needed to estimate the remaining time, for which
/// the mean since the start is not good enough.
class RateMeter {
 public:
  explicit RateMeter(double window_s = 10) : window_s_(window_s) {}

  /// The count is `done` at `now_s`; neither may decrease.
  void add(double now_s, double done);
  /// Counts per second over the window, or since the first `add` if that is less; 0 before two.
  [[nodiscard]] double per_second() const;

 private:
  struct Sample {
    double at_s, done;
  };
  double window_s_;
  std::deque<Sample> samples_;  ///< the first is the latest one outside the window, if any
  Sample latest_{};
};

}  // namespace overlace

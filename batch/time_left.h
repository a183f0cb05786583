// SPDX-License-Identifier: Apache-2.0
// How long the rest of a batch takes, judged by the clips before.
#pragma once

#include <cstdint>
#include <optional>

namespace overlace {

/// Seconds. `least` and `most` are apart while few clips are known.
struct TimeLeft {
  double likely_s = 0, least_s = 0, most_s = 0;
};

/// Counts clips, and how different they are.
class ClipPace {
 public:
  /// A clip has taken so long. Negative times count as 0.
  void add(double seconds);
  [[nodiscard]] std::int64_t clips() const { return clips_; }

  /// For `left` clips, where those so far have taken `elapsed_s` together: several run at once.
  /// Nothing before the first. From the second to the nineteenth clip it is a range, in which the
  /// time lies in nineteen of twenty cases: the prediction interval of the mean of further values
  /// that are normally distributed (Hahn and Meeker, Statistical Intervals).
  [[nodiscard]] std::optional<TimeLeft> left(std::int64_t left, double elapsed_s) const;

 private:
  std::int64_t clips_ = 0;
  double mean_s_ = 0, squares_ = 0;  ///< sum of squared distances from the mean
};

}  // namespace overlace

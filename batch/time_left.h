// SPDX-License-Identifier: Apache-2.0
// How long the rest of a batch will take, judged by the clips so far.
#pragma once

#include <cstdint>
#include <optional>

namespace overlace {

/// Seconds. `least_s` and `most_s` differ while few clips are known.
struct TimeLeft {
  double likely_s = 0, least_s = 0, most_s = 0;
};

/// Counts clips, and how much their times differ.
class ClipPace {
 public:
  /// Adds a clip's time. Negative times count as 0.
  void add(double seconds);
  [[nodiscard]] std::int64_t clips() const { return clips_; }

  /// For `left` clips, given that those so far took `elapsed_s` together, several at once. Nothing
  /// before the first clip. From the second to the nineteenth clip it is a range that contains the
  /// time in nineteen of twenty cases: the prediction interval of the mean of further normally
  /// distributed values (Hahn and Meeker, Statistical Intervals).
  [[nodiscard]] std::optional<TimeLeft> left(std::int64_t left, double elapsed_s) const;

 private:
  std::int64_t clips_ = 0;
  double mean_s_ = 0, squares_ = 0;  ///< sum of squared deviations from the mean
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Mean and variance by Welford's method.
#include "batch/time_left.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace overlace {
namespace {

/// Student's t, exceeded with probability 2.5 %, from one degree of freedom on.
constexpr std::array<double, 18> student{12.706, 4.303, 3.182, 2.776, 2.571, 2.447,
                                         2.365,  2.306, 2.262, 2.228, 2.201, 2.179,
                                         2.160,  2.145, 2.131, 2.120, 2.110, 2.101};

}  // namespace

void ClipPace::add(double seconds) {
  ++clips_;
  const double away_s = std::max(seconds, 0.0) - mean_s_;
  mean_s_ += away_s / static_cast<double>(clips_);
  squares_ += away_s * (std::max(seconds, 0.0) - mean_s_);
}

std::optional<TimeLeft> ClipPace::left(std::int64_t left, double elapsed_s) const {
  if (clips_ == 0) return std::nullopt;
  const auto known = static_cast<double>(clips_), ahead = static_cast<double>(left);
  const double likely_s = ahead * elapsed_s / known;
  const auto freedom = static_cast<std::size_t>(clips_ - 1);
  if (left <= 0 || freedom < 1 || freedom > student.size() || mean_s_ <= 0)
    return TimeLeft{likely_s, likely_s, likely_s};
  const double deviation_s = std::sqrt(squares_ / static_cast<double>(freedom));
  const double share =
      student[freedom - 1] * deviation_s * std::sqrt(1 / known + 1 / ahead) / mean_s_;
  return TimeLeft{likely_s, likely_s * std::max(1 - share, 0.0), likely_s * (1 + share)};
}

}  // namespace overlace

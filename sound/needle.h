// SPDX-License-Identifier: Apache-2.0
// The needle of a VU meter.
#pragma once

namespace overlace {

/// Follows a value like a needle with a mass and a spring: after a step it reaches 99 % in 300 ms
/// and overshoots by 1.25 % (IEC 60268-17: 1 to 1.5 %). Steps are exact for a value that is
/// constant during each of them.
class VuNeedle {
 public:
  explicit VuNeedle(double step_s);

  /// Where the needle is after a step with this value.
  double follow(double value);

 private:
  double from_place_[2], from_speed_[2];  ///< place and speed after a step, per unit before it
  double place_ = 0, speed_ = 0;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The needle of a VU meter.
#pragma once

namespace overlace {

/// Follows a value as a needle with mass and a spring does: after a step it is at 99 % in 300 ms,
/// and then 1.25 % too far (IEC 60268-17: 1 to 1.5 %). Steps are exact for a value that stays for
/// their time.
class VuNeedle {
 public:
  explicit VuNeedle(double step_s);

  /// Where the needle is after a step with this value.
  double follow(double value);

 private:
  double from_place_[2], from_speed_[2];  ///< place and speed after a step, for each before it
  double place_ = 0, speed_ = 0;
};

}  // namespace overlace

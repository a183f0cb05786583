// SPDX-License-Identifier: Apache-2.0
// A Kalman filter for a box that moves at constant velocity.
#pragma once

#include "graph/core/vec.h"

namespace overlace {

/// Centre, width and height, each with a velocity per frame. The four are independent, as in
/// BoT-SORT (Aharon et al. 2022), so each is a filter with two state variables. Noise is
/// proportional to the size of the box: 1/20 in position and 1/160 in velocity per frame, as in
/// DeepSORT (Wojke et al. 2017).
class BoxFilter {
 public:
  explicit BoxFilter(const Box& box);

  /// Advances by one frame. A box that was `lost` in the last frame keeps its size.
  void predict(bool lost);
  void correct(const Box& box);
  [[nodiscard]] Box box() const;
  /// Squared Mahalanobis distance between a measured box and the predicted one; chi-square
  /// distributed with 4 degrees of freedom if they are the same object.
  [[nodiscard]] double distance(const Box& box) const;

 private:
  /// Value and rate with their covariance.
  struct Axis {
    double value = 0, rate = 0;
    double vv = 0, vr = 0, rr = 0;
    void predict(double position_noise, double velocity_noise);
    void correct(double measured, double noise);
    [[nodiscard]] double distance(double measured, double noise) const;
  };
  [[nodiscard]] double scale() const;

  Axis x_, y_, width_, height_;
};

}  // namespace overlace

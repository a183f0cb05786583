// SPDX-License-Identifier: Apache-2.0
// A Kalman filter of a box in steady motion.
#pragma once

#include "graph/core/vec.h"

namespace overlace {

/// Centre, width and height, each with a velocity per frame. The four are independent, as in
/// BoT-SORT (Aharon et al. 2022), so that each is a filter of two numbers. Noise is proportional to
/// the size of the box: 1/20 in position and 1/160 in velocity per frame, the values of DeepSORT
/// (Wojke et al. 2017).
class BoxFilter {
 public:
  explicit BoxFilter(const Box& box);

  /// One frame on. A box that was `lost` in the last frame keeps its size.
  void predict(bool lost);
  void correct(const Box& box);
  [[nodiscard]] Box box() const;
  /// Squared Mahalanobis distance of a measured box from the predicted one; chi-square with 4
  /// degrees of freedom for the same quantity.
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

// SPDX-License-Identifier: Apache-2.0
// The box filter against a Kalman filter in matrix form.
#include <gtest/gtest.h>

#include <cmath>

#include "tracking/box_filter.h"

namespace overlace {
namespace {

/// x and P of one axis by the textbook formulas, with full 2x2 products.
struct MatrixFilter {
  double x[2], p[2][2];

  void predict(double q0, double q1) {
    const double f[2][2] = {{1, 1}, {0, 1}};
    const double moved[2] = {x[0] + x[1], x[1]};
    double fp[2][2] = {}, fpf[2][2] = {};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        for (int k = 0; k < 2; ++k) fp[i][j] += f[i][k] * p[k][j];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        for (int k = 0; k < 2; ++k) fpf[i][j] += fp[i][k] * f[j][k];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) p[i][j] = fpf[i][j] + (i != j ? 0 : i == 0 ? q0 : q1);
    x[0] = moved[0];
    x[1] = moved[1];
  }
  void correct(double z, double r) {
    const double s = p[0][0] + r;
    const double k[2] = {p[0][0] / s, p[1][0] / s};
    const double y = z - x[0];
    double next[2][2];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j) next[i][j] = p[i][j] - k[i] * p[0][j];
    for (int i = 0; i < 2; ++i) {
      x[i] += k[i] * y;
      for (int j = 0; j < 2; ++j) p[i][j] = next[i][j];
    }
  }
};

TEST(BoxFilter, EqualsTheMatrixForm) {
  // A box of constant size 40 x 90 that moves in x alone, so the scale stays sqrt(40 * 90) = 60.
  BoxFilter filter(Box{100, 50, 40, 90});
  MatrixFilter x{{120, 0}, {{6 * 6, 0}, {0, 3.75 * 3.75}}};
  for (int step = 0; step < 20; ++step) {
    const bool seen = step % 5 != 3;
    filter.predict(!seen);
    x.predict(3 * 3, 0.375 * 0.375);
    EXPECT_NEAR(filter.box().center().x, x.x[0], 1e-3) << step;
    if (!seen) continue;
    const float left = 100 + 7.0F * static_cast<float>(step + 1) + (step % 2 == 0 ? 1.5F : -1.5F);
    filter.correct(Box{left, 50, 40, 90});
    x.correct(left + 20, 3 * 3);
    EXPECT_NEAR(filter.box().center().x, x.x[0], 1e-3) << step;
    EXPECT_NEAR(filter.box().height, 90, 1e-3);
  }
}

TEST(BoxFilter, FollowsSteadyMotion) {
  BoxFilter filter(Box{0, 0, 20, 50});
  for (int step = 1; step <= 60; ++step) {
    filter.predict(false);
    filter.correct(Box{5.0F * static_cast<float>(step), -2.0F * static_cast<float>(step), 20, 50});
  }
  for (int step = 0; step < 10; ++step) filter.predict(step > 0);
  EXPECT_NEAR(filter.box().x, 350, 2);
  EXPECT_NEAR(filter.box().y, -140, 2);
  EXPECT_NEAR(filter.box().width, 20, 0.1);
}

}  // namespace
}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Predicts and corrects a box that moves at constant velocity.
#include "tracking/box_filter.h"

#include <algorithm>
#include <cmath>

namespace overlace {
namespace {
constexpr double position_weight = 1.0 / 20;
constexpr double velocity_weight = 1.0 / 160;

constexpr double square(double v) {
  return v * v;
}
}  // namespace

/// x' = F x, P' = F P F^T + Q with F = [1 1; 0 1].
void BoxFilter::Axis::predict(double position_noise, double velocity_noise) {
  value += rate;
  vv += 2 * vr + rr + square(position_noise);
  vr += rr;
  rr += square(velocity_noise);
}

/// K = P H^T / (H P H^T + R), P' = (1 - K H) P with H = [1 0].
void BoxFilter::Axis::correct(double measured, double noise) {
  const double sum = vv + square(noise);
  const double gain_value = vv / sum;
  const double gain_rate = vr / sum;
  const double surprise = measured - value;
  value += gain_value * surprise;
  rate += gain_rate * surprise;
  rr -= gain_rate * vr;
  vr *= 1 - gain_value;
  vv *= 1 - gain_value;
}

double BoxFilter::Axis::distance(double measured, double noise) const {
  return square(measured - value) / (vv + square(noise));
}

BoxFilter::BoxFilter(const Box& box) {
  x_.value = double{box.x} + double{box.width} / 2;
  y_.value = double{box.y} + double{box.height} / 2;
  width_.value = box.width;
  height_.value = box.height;
  for (Axis* axis : {&x_, &y_, &width_, &height_}) {
    axis->vv = square(2 * position_weight * scale());
    axis->rr = square(10 * velocity_weight * scale());
  }
}

/// The side of a square of the same area: fair to both axes of a narrow box.
double BoxFilter::scale() const {
  return std::max(1.0, std::sqrt(std::max(0.0, width_.value) * std::max(0.0, height_.value)));
}

void BoxFilter::predict(bool lost) {
  if (lost) width_.rate = height_.rate = 0;
  const double position = position_weight * scale();
  const double velocity = velocity_weight * scale();
  for (Axis* axis : {&x_, &y_, &width_, &height_}) axis->predict(position, velocity);
  width_.value = std::max(1.0, width_.value);
  height_.value = std::max(1.0, height_.value);
}

void BoxFilter::correct(const Box& box) {
  const double noise = position_weight * scale();
  x_.correct(double{box.x} + double{box.width} / 2, noise);
  y_.correct(double{box.y} + double{box.height} / 2, noise);
  width_.correct(box.width, noise);
  height_.correct(box.height, noise);
}

double BoxFilter::distance(const Box& box) const {
  const double noise = position_weight * scale();
  return x_.distance(double{box.x} + double{box.width} / 2, noise) +
         y_.distance(double{box.y} + double{box.height} / 2, noise) +
         width_.distance(box.width, noise) + height_.distance(box.height, noise);
}

Box BoxFilter::box() const {
  return {static_cast<float>(x_.value - width_.value / 2),
          static_cast<float>(y_.value - height_.value / 2), static_cast<float>(width_.value),
          static_cast<float>(height_.value)};
}

}  // namespace overlace

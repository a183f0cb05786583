// SPDX-License-Identifier: Apache-2.0
// Segments against the curves that they approximate, sampled in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "gpu/host/flatten.h"

namespace overlace::test {
namespace {

constexpr double far = 1e9;
constexpr ViewBounds everywhere{-far, -far, far, far};

std::vector<Segment> segments_of(const Curve& curve) {
  std::vector<Segment> segments;
  EXPECT_GE(flatten_chain({&curve, 1}, {}, everywhere, segments), 0);
  return segments;
}

/// Distance from a point to a segment's parabola, measured across its chord; `far` beyond its ends.
double distance(const Segment& segment, DoubleVec2 p) {
  const DoubleVec2 u{segment.direction.x, segment.direction.y};
  const DoubleVec2 r{p.x - segment.start.x, p.y - segment.start.y};
  const double t = dot(r, u), slack = 0.01;
  if (t < -slack || t > segment.length + slack) return far;
  return std::abs(r.y * u.x - r.x * u.y - segment.bend * t * (segment.length - t));
}

/// Largest distance of the curve from its segments, px.
double worst_error(const Curve& curve) {
  constexpr int samples = 3000;
  const std::vector<Segment> segments = segments_of(curve);
  double worst = 0;
  for (int i = 0; i <= samples; ++i) {
    const DoubleVec2 p = curve_point(curve, double{1} * i / samples);
    double nearest = far;
    for (const Segment& segment : segments) nearest = std::min(nearest, distance(segment, p));
    worst = std::max(worst, nearest);
  }
  return worst;
}

/// Largest angle between consecutive segments, rad.
double worst_turn(const std::vector<Segment>& segments) {
  double worst = 0;
  for (std::size_t i = 1; i < segments.size(); ++i) {
    const Vec2 a = segments[i - 1].direction, b = segments[i].direction;
    worst = std::max(worst, std::abs(std::atan2(double{a.x} * b.y - double{a.y} * b.x,
                                                double{a.x} * b.x + double{a.y} * b.y)));
  }
  return worst;
}

/// A curve as links make them, with a polyline accurate to a tenth of a pixel.
Curve parabola(Vec2 p0, Vec2 control, Vec2 p1) {
  const double bend =
      std::hypot(double{p0.x} - 2.0 * control.x + p1.x, double{p0.y} - 2.0 * control.y + p1.y);
  return {.p0 = p0,
          .hc = control,
          .p1 = p1,
          .segments = static_cast<std::uint32_t>(std::ceil(std::sqrt(bend / 0.4))) + 1};
}

/// A circular arc around the origin, from angle 0.
Curve arc(double radius, double angle) {
  const double w = std::cos(angle / 2);
  const auto at = [&](double phi, double r) {
    return Vec2{static_cast<float>(r * std::cos(phi)), static_cast<float>(r * std::sin(phi))};
  };
  return {.p0 = at(0, radius),
          .hc = at(angle / 2, radius),  // the control point is 1 / w times as far out
          .p1 = at(angle, radius),
          .w = static_cast<float>(w),
          .segments = 1000};
}

constexpr double drawn_within = 0.03;  // px: 0.02 for the segments, the rest for float rounding
constexpr double turns_within = 0.2 + 0.01;

TEST(Flatten, ParabolasOfAnySize) {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> place(0, 1), bend(-1, 1);
  for (int i = 0; i < 400; ++i) {
    const float scale = std::ldexp(1.0F, 3 + i % 10);  // 8 to 4096 px
    const Vec2 a{place(random) * scale, place(random) * scale};
    const Vec2 b{place(random) * scale, place(random) * scale};
    const Vec2 d = b - a, control = (a + b) * 0.5F + Vec2{-d.y, d.x} * bend(random);
    const Curve curve = parabola(a, control, b);
    ASSERT_LE(worst_error(curve), drawn_within) << "curve " << i << ", size " << scale;
    const std::vector<Segment> segments = segments_of(curve);
    if (segments.size() == curve.segments)
      continue;  // small curves are no more accurate than their polyline
    ASSERT_LE(worst_turn(segments), turns_within) << "curve " << i << ", size " << scale;
  }
}

TEST(Flatten, ArcsOfAnySize) {
  for (const double radius : {5.0, 50.0, 500.0, 5000.0, 20000.0}) {
    for (const double angle : {0.1, 0.7, 1.5707963, 2.5}) {
      const Curve curve = arc(radius, angle);
      EXPECT_LE(worst_error(curve), drawn_within + radius * 1e-6) << radius << ", " << angle;
      EXPECT_LE(worst_turn(segments_of(curve)), turns_within) << radius << ", " << angle;
    }
  }
}

TEST(Flatten, NoMoreSegmentsThanThatTakes) {
  // The tangents of this link turn by 2 atan(0.6) = 1.08 rad, by at most 0.2 per segment.
  const Curve link = parabola({0, 0}, {138.5F, 83.1F}, {277, 0});
  EXPECT_LE(segments_of(link).size(), 7U);
  EXPECT_GE(segments_of(link).size(), 5U);
  EXPECT_EQ(segments_of(parabola({0, 0}, {50, 0}, {100, 0})).size(), 1U) << "straight";
  Curve coarse = link;
  coarse.segments = 3;
  EXPECT_EQ(segments_of(coarse).size(), 3U) << "as many as its polyline at most";
}

constexpr ChainStyle drawn_out{.start = {butt_end, 0.5}, .end = {butt_end, 0.5}};

// The tangent there is the rounding error of three points, in an arbitrary direction.
TEST(Flatten, EndsOnTheirControlPointAreDrawnOutAlongTheLine) {
  std::mt19937 random(6);
  std::uniform_real_distribution<float> place(-300, 3000);
  for (std::uint32_t i = 0; i < 400; ++i) {
    const Vec2 from{place(random), place(random)}, to{place(random), place(random)};
    const Curve curve{.p0 = from, .hc = i % 2 == 0 ? from : to, .p1 = to, .segments = 1 + i % 23};
    std::vector<Segment> segments;
    flatten_chain({&curve, 1}, drawn_out, everywhere, segments);
    ASSERT_FALSE(segments.empty());
    const Segment& last = segments.back();
    const Vec2 d = to - from;
    const Vec2 by = d * (0.5F / std::hypot(d.x, d.y));
    const Vec2 start = segments.front().start, end = last.start + last.direction * last.length;
    ASSERT_NEAR(start.x, from.x - by.x, 2e-3) << "curve " << i;
    ASSERT_NEAR(start.y, from.y - by.y, 2e-3) << "curve " << i;
    ASSERT_NEAR(end.x, to.x + by.x, 2e-3) << "curve " << i;
    ASSERT_NEAR(end.y, to.y + by.y, 2e-3) << "curve " << i;
  }
}

TEST(Flatten, PointsAreNotDrawnOut) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> place(-300, 3000);
  for (std::uint32_t i = 0; i < 400; ++i) {
    const Vec2 p{place(random), place(random)};
    const Curve curve{.p0 = p, .hc = p, .p1 = p, .segments = 1 + i % 23};
    std::vector<Segment> segments;
    flatten_chain({&curve, 1}, drawn_out, everywhere, segments);
    ASSERT_TRUE(segments.empty()) << "curve " << i;
  }
}

TEST(Flatten, WhatCannotBeDrawnMakesNoSegmentOfItsChain) {
  constexpr float nan = std::numeric_limits<float>::quiet_NaN();
  const Curve fine{.p0 = {0, 0}, .hc = {5, 0}, .p1 = {10, 0}};
  for (const float bad : {nan, 3e38F, -3e38F, 2e12F}) {
    for (Vec2 Curve::*point : {&Curve::p0, &Curve::hc, &Curve::p1}) {
      Curve curve = fine;
      (curve.*point).y = bad;
      std::vector<Segment> segments;
      EXPECT_LT(flatten_chain(std::vector{fine, curve}, {}, everywhere, segments), 0) << bad;
      EXPECT_TRUE(segments.empty()) << bad;
    }
  }
}

}  // namespace
}  // namespace overlace::test

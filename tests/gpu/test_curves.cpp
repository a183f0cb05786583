// SPDX-License-Identifier: Apache-2.0
// Curves of links: apex, circle, flattening error and side, against double-precision geometry.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <random>

#include "gpu/kernels/curve.h"

namespace overlace {
namespace {

struct Point {
  double x, y;
};

double distance(Point a, Point b) {
  return std::hypot(a.x - b.x, a.y - b.y);
}

/// Two detections and the link between them.
struct Pair {
  Box box[2];
  TrackId id[2] = {1, 2};
  Link link;

  Pair(Vec2 a, Vec2 b) : box{{a.x, a.y, 0, 0}, {b.x, b.y, 0, 0}} {
    link = {.row_a = 0, .row_b = 1, .a = a, .b = b};
  }
  [[nodiscard]] TrackView view() const {
    TrackView tracks;
    tracks.box = box;
    tracks.id = id;
    tracks.rows = {0, 2};
    return tracks;
  }
  void swap_ends() {
    std::swap(link.row_a, link.row_b);
    std::swap(link.a, link.b);
  }
};

CurveBezierOp curve_op(CurveStyle style, float bend, bool alternate = false) {
  CurveBezierOp op;
  op.style = style;
  op.bend.constant = bend;
  op.alternate = alternate;
  return op;
}

Curve curve_of(const CurveBezierOp& op, const Pair& pair) {
  Curve curve;
  EXPECT_TRUE(make_curve(op, pair.view(), pair.link, curve));
  return curve;
}

/// A point of the documented rational form, in double precision.
Point at(const Curve& c, double t) {
  const double u = 1 - t, weight = u * u + 2 * t * u * double{c.w} + t * t;
  return {(u * u * double{c.p0.x} + 2 * t * u * double{c.hc.x} + t * t * double{c.p1.x}) / weight,
          (u * u * double{c.p0.y} + 2 * t * u * double{c.hc.y} + t * t * double{c.p1.y}) / weight};
}

double distance_to_segment(Point p, Point a, Point b) {
  const double dx = b.x - a.x, dy = b.y - a.y, square = dx * dx + dy * dy;
  const double t =
      square > 0 ? std::clamp(((p.x - a.x) * dx + (p.y - a.y) * dy) / square, 0.0, 1.0) : 0.0;
  return distance(p, {a.x + t * dx, a.y + t * dy});
}

double flattening_error(const Curve& curve) {
  double worst = 0;
  for (std::uint32_t i = 0; i < curve.segments; ++i) {
    const double t0 = double{1} * i / curve.segments, t1 = double{1} * (i + 1) / curve.segments;
    for (int s = 1; s < 32; ++s)
      worst = std::max(worst, distance_to_segment(at(curve, t0 + (t1 - t0) * s / 32), at(curve, t0),
                                                  at(curve, t1)));
  }
  return worst;
}

TEST(Curves, ControlPointIsMiddlePlusLeftNormalTimesLengthTimesBend) {
  // Going right, left is up, towards smaller y.
  const Curve curve = curve_of(curve_op(CurveStyle::quadratic, 0.3F), Pair({100, 50}, {300, 50}));
  EXPECT_EQ(curve.w, 1);
  EXPECT_FLOAT_EQ(curve.hc.x, 200);
  EXPECT_FLOAT_EQ(curve.hc.y, 50 - 0.3F * 200);
  EXPECT_FLOAT_EQ(curve.length, 200);
}

TEST(Curves, ArcsLieOnACircleAndShareTheParabolasApex) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> place(0, 2000), bend_of(-2, 2);
  for (int round = 0; round < 200; ++round) {
    const Pair pair({place(random), place(random)}, {place(random), place(random)});
    const float bend = bend_of(random);
    const Curve arc = curve_of(curve_op(CurveStyle::arc, bend), pair);
    const Curve parabola = curve_of(curve_op(CurveStyle::quadratic, bend), pair);
    const double length = distance(at(arc, 0), at(arc, 1));
    ASSERT_LT(distance(at(arc, 0.5), at(parabola, 0.5)), 1e-5 * length + 1e-3);

    // Radius and centre, from chord and height alone.
    const double height = double{bend} * length / 2;
    const double radius = (length * length / 4 + height * height) / (2 * std::abs(height));
    const Point apex = at(arc, 0.5);
    const Point middle{(at(arc, 0).x + at(arc, 1).x) / 2, (at(arc, 0).y + at(arc, 1).y) / 2};
    const double step = radius / std::abs(height);
    const Point centre{apex.x + (middle.x - apex.x) * step, apex.y + (middle.y - apex.y) * step};
    for (int i = 0; i <= 20; ++i)
      ASSERT_NEAR(distance(at(arc, i / 20.0), centre), radius, 1e-4 * radius) << "bend " << bend;
  }
}

TEST(Curves, ASemicircleHasAFiniteControlPoint) {
  const Curve arc = curve_of(curve_op(CurveStyle::arc, 1), Pair({0, 0}, {100, 0}));
  EXPECT_EQ(arc.w, 0);
  for (int i = 0; i <= 10; ++i) EXPECT_NEAR(distance(at(arc, i / 10.0), {50, 0}), 50, 1e-4);
  EXPECT_NEAR(at(arc, 0.5).y, -50, 1e-4);
}

TEST(Curves, PolylineKeepsWithinTheTolerance) {
  std::mt19937 random(2);
  std::uniform_real_distribution<float> place(-200, 800), bend_of(-1.5F, 1.5F);
  for (const CurveStyle style : {CurveStyle::quadratic, CurveStyle::arc}) {
    for (const float tolerance : {0.05F, 0.1F, 0.25F, 2.0F}) {
      CurveBezierOp op = curve_op(style, 0);
      op.tolerance = tolerance;
      double worst = 0;
      for (int round = 0; round < 100; ++round) {
        op.bend.constant = bend_of(random);
        const Curve curve =
            curve_of(op, Pair({place(random), place(random)}, {place(random), place(random)}));
        ASSERT_LT(curve.segments, max_segments);
        const double error = flattening_error(curve);
        ASSERT_LE(error, double{tolerance} + 1e-3) << "bend " << op.bend.constant;
        worst = std::max(worst, error);
      }
      EXPECT_GT(worst, 0.5 * double{tolerance}) << "more segments than needed";
    }
  }
}

TEST(Curves, SegmentsAreFixedByTheUserOrTheLimit) {
  const Pair pair({0, 0}, {1000, 0});
  CurveBezierOp op = curve_op(CurveStyle::quadratic, 0.3F);
  op.samples = 7;
  EXPECT_EQ(curve_of(op, pair).segments, 7U);
  op.samples = 0;
  op.tolerance = 0;
  EXPECT_LE(curve_of(op, pair).segments, max_segments);
  EXPECT_EQ(curve_of(curve_op(CurveStyle::straight, 0.3F), pair).segments, 1U);
  EXPECT_EQ(curve_of(curve_op(CurveStyle::arc, 0), pair).segments, 1U);
}

TEST(Curves, StraightOnesRunAlongTheChord) {
  const Curve line = curve_of(curve_op(CurveStyle::straight, 0.3F), Pair({10, 20}, {50, 80}));
  for (int i = 0; i <= 10; ++i) {
    EXPECT_NEAR(at(line, i / 10.0).x, 10 + 4 * i, 1e-4);
    EXPECT_NEAR(at(line, i / 10.0).y, 20 + 6 * i, 1e-4);
  }
}

TEST(Curves, LinksWithoutLengthHaveNone) {
  Curve curve;
  EXPECT_FALSE(make_curve(curve_op(CurveStyle::quadratic, 0.3F), Pair({5, 5}, {5, 5}).view(),
                          Pair({5, 5}, {5, 5}).link, curve));
  const Pair huge({-3e38F, 0}, {3e38F, 0});
  EXPECT_FALSE(make_curve(curve_op(CurveStyle::arc, 0.3F), huge.view(), huge.link, curve));
}

TEST(Curves, TheSideOfAPairIsItsOwnAndStaysTheSame) {
  std::mt19937 random(3);
  int left = 0;
  constexpr int pairs = 1000;
  for (int i = 0; i < pairs; ++i) {
    Pair pair({0, 0}, {100, 0});
    pair.id[0] = static_cast<TrackId>(random() % 5000);
    pair.id[1] = pair.id[0] + 1 + static_cast<TrackId>(random() % 5000);
    const CurveBezierOp op = curve_op(CurveStyle::quadratic, 0.3F, true);
    const Curve curve = curve_of(op, pair);
    left += curve.hc.y < 0;

    // Elsewhere, and with swapped ends, the curve bends to the same side.
    Pair moved = pair;
    moved.link.a = {40, 70};
    moved.link.b = {140, 70};
    ASSERT_FLOAT_EQ(curve_of(op, moved).hc.y - 70, curve.hc.y);
    pair.swap_ends();
    ASSERT_EQ(curve_of(op, pair).hc, curve.hc);
  }
  EXPECT_GT(left, pairs * 4 / 10);
  EXPECT_LT(left, pairs * 6 / 10);
}

/// The control point is bend x length x cos(a) from the middle. `a` is the angle between the link's
/// normal and the requested direction, from which the bend never points away.
TEST(Curves, BendTowardAPlaceAsFarAsTheyLieAcross) {
  const Vec2 middle{300, 200}, picture{100, 80};
  for (int degrees = 0; degrees < 360; degrees += 5) {
    const double angle = degrees * std::numbers::pi / 180, half = 50;
    const auto end = [&](double to) {
      return Vec2{static_cast<float>(middle.x + to * half * std::cos(angle)),
                  static_cast<float>(middle.y + to * half * std::sin(angle))};
    };
    Pair pair(end(-1), end(1));
    const double far = std::hypot(picture.x - middle.x, picture.y - middle.y);
    const std::pair<CurveToward, Point> ways[] = {
        {CurveToward::up, {0, -1}},
        {CurveToward::down, {0, 1}},
        {CurveToward::center, {(picture.x - middle.x) / far, (picture.y - middle.y) / far}}};
    for (const auto& [toward, way] : ways) {
      CurveBezierOp op = curve_op(CurveStyle::quadratic, 0.3F, true);
      op.toward = toward;
      op.center = picture;
      const Point normal{-std::sin(angle), std::cos(angle)};
      const double share = normal.x * way.x + normal.y * way.y;
      for (int turn = 0; turn < 2; ++turn, pair.swap_ends()) {
        const Curve curve = curve_of(op, pair);
        EXPECT_NEAR(curve.hc.x - middle.x, 30 * share * normal.x, 1e-3) << degrees;
        EXPECT_NEAR(curve.hc.y - middle.y, 30 * share * normal.y, 1e-3) << degrees;
      }
    }
  }
}

TEST(Curves, WithoutAlternationTheTwoDirectionsEncloseALens) {
  Pair pair({0, 0}, {100, 0});
  const CurveBezierOp op = curve_op(CurveStyle::quadratic, 0.3F);
  const Curve there = curve_of(op, pair);
  pair.swap_ends();
  const Curve back = curve_of(op, pair);
  EXPECT_FLOAT_EQ(there.hc.y, -back.hc.y);
  EXPECT_LT(there.hc.y, 0);
}

TEST(Curves, CarryTheirLink) {
  Pair pair({0, 0}, {30, 40});
  pair.link.strength = 0.25F;
  pair.link.age = 12;
  const Curve curve = curve_of(curve_op(CurveStyle::arc, 0.3F, true), pair);
  EXPECT_EQ(curve.length, 50);
  EXPECT_EQ(curve.strength, 0.25F);
  EXPECT_EQ(curve.age, 12);
  EXPECT_EQ(curve.row_a, 0U);
  EXPECT_EQ(curve.row_b, 1U);
}

}  // namespace
}  // namespace overlace

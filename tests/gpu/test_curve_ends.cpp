// SPDX-License-Identifier: Apache-2.0
// Curves that begin and end at boxes and ellipses, against the whole curve traced in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "gpu/kernels/curve.h"

namespace overlace {
namespace {

struct Point {
  double x, y;
};

/// Two objects and the link between their anchors.
struct Pair {
  Box box[2];
  TrackId id[2] = {1, 2};
  Link link;

  Pair(Box a, Box b, Anchor anchor = Anchor::center) : box{a, b} {
    link = {.row_a = 0, .row_b = 1, .a = anchor_point(a, anchor), .b = anchor_point(b, anchor)};
  }
  [[nodiscard]] TrackView view() const {
    TrackView tracks;
    tracks.box = box;
    tracks.id = id;
    tracks.rows = {0, 2};
    return tracks;
  }
};

CurveBezierOp curve_op(CurveStyle style, float bend, CurveEnds ends, float gap = 0) {
  CurveBezierOp op;
  op.style = style;
  op.bend.constant = bend;
  op.ends = ends;
  op.end_gap = gap;
  return op;
}

Point at(const Curve& c, double t) {
  const double u = 1 - t, weight = u * u + 2 * t * u * double{c.w} + t * t;
  return {(u * u * double{c.p0.x} + 2 * t * u * double{c.hc.x} + t * t * double{c.p1.x}) / weight,
          (u * u * double{c.p0.y} + 2 * t * u * double{c.hc.y} + t * t * double{c.p1.y}) / weight};
}

/// How far a point is outside a box or the ellipse in it, in half sizes of the box; negative
/// inside.
double outside(Point p, const Box& box, CurveEnds ends) {
  const double x = std::abs(p.x - box.x - box.width / 2.0) / (box.width / 2.0);
  const double y = std::abs(p.y - box.y - box.height / 2.0) / (box.height / 2.0);
  return ends == CurveEnds::ellipse ? std::hypot(x, y) - 1 : std::max(x, y) - 1;
}

/// The smallest t, from the start or from the end, at which the curve is outside.
double leaves(const Curve& whole, const Box& box, CurveEnds ends, bool from_end) {
  constexpr int steps = 20'000;
  for (int i = 0; i <= steps; ++i) {
    const double t = static_cast<double>(i) / steps;
    if (outside(at(whole, from_end ? 1 - t : t), box, ends) > 1e-5) return t;  // floats round
  }
  return 1;
}

Box random_box(std::mt19937& random) {
  std::uniform_real_distribution<float> place(0, 800), side(20, 160);
  return {place(random), place(random), side(random), side(random)};
}

TEST(CurveEnds, AreWhereTheWholeCurveLeavesItsObjects) {
  std::mt19937 random(7);
  std::uniform_real_distribution<float> bend_of(-1.2F, 1.2F);
  int cut = 0, none = 0;
  for (int round = 0; round < 600; ++round) {
    const Pair pair(random_box(random), random_box(random),
                    round % 3 == 0 ? Anchor::bottom : Anchor::center);
    const auto style = std::array{CurveStyle::quadratic, CurveStyle::straight,
                                  CurveStyle::arc}[static_cast<std::size_t>(round / 6 % 3)];
    // A point on the box's edge has no room in the box's ellipse.
    const CurveEnds ends = round % 3 == 0 || round % 2 == 0 ? CurveEnds::box : CurveEnds::ellipse;
    const float bend = bend_of(random);
    Curve whole, part;
    ASSERT_TRUE(
        make_curve(curve_op(style, bend, CurveEnds::anchor), pair.view(), pair.link, whole));
    const double from = leaves(whole, pair.box[0], ends, false);
    const double to = 1 - leaves(whole, pair.box[1], ends, true);
    if (std::abs(from - to) < 2e-3) continue;  // the rest is less than rounding decides
    const bool made = make_curve(curve_op(style, bend, ends), pair.view(), pair.link, part);
    ASSERT_EQ(made, from < to) << "round " << round;
    ++(made ? cut : none);
    if (!made) continue;
    const double size = std::hypot(whole.p1.x - whole.p0.x, whole.p1.y - whole.p0.y);
    const auto near = [&](Point a, Point b) { return std::hypot(a.x - b.x, a.y - b.y); };
    ASSERT_LT(near(at(part, 0), at(whole, from)), 1e-3 * size + 0.5) << "round " << round;
    ASSERT_LT(near(at(part, 1), at(whole, to)), 1e-3 * size + 0.5) << "round " << round;
    ASSERT_LT(std::abs(outside(at(part, 1), pair.box[1], ends)), 0.01) << "round " << round;
    // Every point of the part lies on the whole.
    for (int i = 0; i <= 8; ++i) {
      double nearest = 1e9;
      for (int k = 0; k <= 4000; ++k)
        nearest = std::min(nearest, near(at(part, i / 8.0), at(whole, k / 4000.0)));
      ASSERT_LT(nearest, 1e-3 * size + 0.05) << "round " << round;
    }
    EXPECT_EQ(part.length, whole.length);  // attributes describe the whole link
  }
  EXPECT_GT(cut, 300);
  EXPECT_GT(none, 5);
}

TEST(CurveEnds, KeepADistance) {
  const Pair pair({0, 0, 20, 20}, {100, 0, 40, 20});
  Curve curve;
  ASSERT_TRUE(make_curve(curve_op(CurveStyle::straight, 0, CurveEnds::box, 5), pair.view(),
                         pair.link, curve));
  EXPECT_FLOAT_EQ(curve.p0.x, 25);
  EXPECT_FLOAT_EQ(curve.p1.x, 95);
  EXPECT_FLOAT_EQ(curve.p0.y, 10);
}

TEST(CurveEnds, ACurveToAPlaceIsCutAtItsObjectOnly) {
  Pair pair({0, 0, 20, 20}, {0, 0, 20, 20});
  pair.link.row_b = 0;
  pair.link.b = {100, 10};
  Curve curve;
  ASSERT_TRUE(make_curve(curve_op(CurveStyle::straight, 0, CurveEnds::ellipse), pair.view(),
                         pair.link, curve));
  EXPECT_NEAR(curve.p0.x, 20, 1e-3);
  EXPECT_FLOAT_EQ(curve.p1.x, 100);
}

}  // namespace
}  // namespace overlace

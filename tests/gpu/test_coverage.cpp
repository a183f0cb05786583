// SPDX-License-Identifier: Apache-2.0
// Coverage against exact areas: half-planes and strips by polygon clipping, discs and rounded boxes
// by integrating chords, curves by the closest point in double precision.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <random>

#include "gpu/host/flatten.h"
#include "gpu/kernels/coverage.h"
#include "gpu/kernels/half.h"
#include "gpu/kernels/stroke.h"
#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

struct Point {
  double x, y;
};

double unit(std::mt19937& random) {
  return static_cast<double>(random()) * 0x1p-32;
}

/// Area of the unit square centred on 0 where n . p <= d, by clipping the square.
double half_plane_area(double d, double nx, double ny) {
  const std::vector<Point> square = {{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}};
  std::vector<Point> inside;
  for (std::size_t i = 0; i < 4; ++i) {
    const Point a = square[i], b = square[(i + 1) % 4];
    const double da = d - nx * a.x - ny * a.y, db = d - nx * b.x - ny * b.y;
    if (da >= 0) inside.push_back(a);
    if ((da >= 0) != (db >= 0)) {
      const double t = da / (da - db);
      inside.push_back({a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)});
    }
  }
  double twice = 0;
  for (std::size_t i = 0; i < inside.size(); ++i) {
    const Point a = inside[i], b = inside[(i + 1) % inside.size()];
    twice += a.x * b.y - a.y * b.x;
  }
  return twice / 2;
}

TEST(Coverage, HalfPlanesAreExact) {
  std::mt19937 random(1);
  for (int i = 0; i < 20000; ++i) {
    const double angle = i < 64 ? i * 3.14159265358979 / 32 : unit(random) * 6.283185307179586;
    const double d = unit(random) * 2 - 1;
    const double nx = std::cos(angle), ny = std::sin(angle);
    const float drawn = half_plane(static_cast<float>(d),
                                   pixel_profile(static_cast<float>(nx), static_cast<float>(ny)));
    ASSERT_NEAR(drawn, half_plane_area(d, nx, ny), 1.0 / 2048) << angle << " " << d;
  }
}

TEST(Coverage, ReachesItsEndsExactly) {
  for (int i = 0; i < 360; ++i) {
    const auto nx = static_cast<float>(std::cos(i * 0.01745329)),
               ny = static_cast<float>(std::sin(i * 0.01745329));
    const float outer = (std::abs(nx) + std::abs(ny)) / 2;
    EXPECT_EQ(half_plane(outer, pixel_profile(nx, ny)), 1);
    EXPECT_EQ(half_plane(-outer, pixel_profile(nx, ny)), 0);
  }
}

// Where a stroke tapers to a point, rounding may make its width negative.
TEST(Coverage, StripsWithoutWidthTakeNothingAway) {
  std::mt19937 random(5);
  for (int i = 0; i < 20000; ++i) {
    const double angle = unit(random) * 6.283185307179586;
    const auto half = static_cast<float>(unit(random) * 1e-6 - 1e-7);
    const auto pixel =
        pixel_profile(static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle)));
    ASSERT_GE(slab_coverage(half, static_cast<float>(unit(random)), pixel, true), 0);
  }
}

TEST(Coverage, StripsAreExactAtAnyWidth) {
  std::mt19937 random(2);
  for (int i = 0; i < 20000; ++i) {
    const double angle = unit(random) * 6.283185307179586;
    const double nx = std::cos(angle), ny = std::sin(angle);
    const double d = unit(random) * 2, half = unit(random) * 2;
    const float drawn =
        slab_coverage(static_cast<float>(half), static_cast<float>(d),
                      pixel_profile(static_cast<float>(nx), static_cast<float>(ny)), true);
    const double exact = half_plane_area(half - d, nx, ny) - half_plane_area(-half - d, nx, ny);
    ASSERT_NEAR(drawn, exact, 2.0 / 2048);
  }
}

/// Area of pixel (x, y) inside a shape, given as the interval that it covers on each row.
using RowChord = std::function<std::pair<double, double>(double y)>;
double pixel_area(int x, int y, const RowChord& chord) {
  constexpr int rows = 200;
  double area = 0;
  for (int i = 0; i < rows; ++i) {
    const auto [left, right] = chord(y + (i + 0.5) / rows);
    area += std::max(std::min(right, x + 1.0) - std::max(left, static_cast<double>(x)), 0.0);
  }
  return area / rows;
}

struct AreaError {
  double worst = 0, ink = 0, true_ink = 0;
};
AreaError compare(const Primitive& primitive, const RowChord& chord, const RowChord& hole) {
  constexpr int side = 64;
  Picture picture({side, side}, float_format(), {.range = ColorRange::full});
  DisplayList list;
  list.primitives = {primitive};
  Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  AreaError error;
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const double area = pixel_area(x, y, chord) - pixel_area(x, y, hole);
      error.worst = std::max(error.worst, std::abs(picture.sample(0, x, y) - area));
      error.ink += picture.sample(0, x, y);
      error.true_ink += area;
    }
  }
  return error;
}

RowChord ellipse_chord(Vec2 center, double a, double b) {
  return [=](double y) {
    const double v = (y - center.y) / b, half = v * v < 1 ? a * std::sqrt(1 - v * v) : 0;
    return std::pair(center.x - half, center.x + half);
  };
}
RowChord box_chord(Vec2 center, double hx, double hy, double radius) {
  return [=](double y) {
    const double v = std::abs(y - center.y);
    if (v > hy || hx <= 0) return std::pair(0.0, 0.0);
    const double into = std::max(v - (hy - radius), 0.0);
    const double half = hx - radius + std::sqrt(std::max(radius * radius - into * into, 0.0));
    return std::pair(center.x - half, center.x + half);
  };
}
const RowChord nothing = [](double) { return std::pair(0.0, 0.0); };

TEST(Coverage, FilledEllipses) {
  for (const Vec2 half :
       {Vec2{0.5F, 0.5F}, {1, 1}, {2, 2}, {3.3F, 3.3F}, {12, 12}, {20, 6}, {5, 25}, {25, 2}}) {
    const Vec2 center{31.3F, 32.6F};
    const AreaError e = compare(shape(ShapeKind::ellipse, center, half, 0, 0, clear, white),
                                ellipse_chord(center, half.x, half.y), nothing);
    EXPECT_LE(e.worst, 0.05) << half.x << " x " << half.y;
    EXPECT_NEAR(e.ink, e.true_ink, 0.003 * e.true_ink + 0.02) << half.x << " x " << half.y;
  }
}

// However flat an ellipse is, points outside stay outside, at no less than their distance.
TEST(Coverage, EllipsesKnowTheirInside) {
  std::mt19937 random(4);
  auto unit = [&] { return static_cast<float>(random() % 4096) / 4096; };
  for (const Vec2 axes : {Vec2{51, 0.01F}, Vec2{0.01F, 51}, Vec2{400, 2}, Vec2{9, 7}}) {
    for (int i = 0; i < 20000; ++i) {
      const float x = (2 * unit() - 1) * (axes.x + 8), y = (2 * unit() - 1) * (axes.y + 8);
      const double norm = std::hypot(x / axes.x, y / axes.y);
      const EllipseEdge<float> edge = ellipse_edge(x, y, axes.x, axes.y);
      if (std::abs(norm - 1) > 1e-3) {
        ASSERT_EQ(edge.distance < 0, norm < 1) << x << ", " << y;
      }
      const double beyond = std::max(std::abs(x) - axes.x, std::abs(y) - axes.y);
      if (beyond > 0) {
        ASSERT_GE(edge.distance, beyond - 1e-3) << x << ", " << y;
      }
    }
  }
}

// The centre of a circle is equidistant from all of it: a dot centred on a pixel has no hole there.
TEST(Coverage, CirclesHaveAMiddle) {
  for (const float radius : {0.3F, 1.0F, 3.17F, 40.0F})
    for (const float off : {0.0F, 1e-30F, 1e-13F, 1e-7F}) {
      const EllipseEdge<float> edge = ellipse_edge(off, -off, radius, radius);
      EXPECT_NEAR(edge.distance, -radius, 1e-5F * radius) << radius << " " << off;
      EXPECT_NEAR(std::hypot(edge.nx, edge.ny), 1, 1e-5) << radius << " " << off;
      EXPECT_NEAR(edge.curvature_radius, radius, 1e-4F * radius) << radius << " " << off;
    }
  const Vec2 middle{20.5F, 20.5F};
  const AreaError e = compare(shape(ShapeKind::ellipse, middle, {3.17F, 3.17F}, 0, 0, clear, white),
                              ellipse_chord(middle, 3.17, 3.17), nothing);
  EXPECT_LE(e.worst, 0.05);
}

TEST(Coverage, Rings) {
  for (const float radius : {4.0F, 10.0F, 25.0F}) {
    for (const float width : {0.6F, 1.5F, 4.0F}) {
      const Vec2 center{31.3F, 32.6F};
      const AreaError e =
          compare(shape(ShapeKind::ellipse, center, {radius, radius}, 0, width, white, clear),
                  ellipse_chord(center, radius + width / 2, radius + width / 2),
                  ellipse_chord(center, radius - width / 2, radius - width / 2));
      EXPECT_LE(e.worst, 0.04) << radius << " width " << width;
      EXPECT_NEAR(e.ink, e.true_ink, 0.003 * e.true_ink) << radius << " width " << width;
    }
  }
}

TEST(Coverage, RoundedBoxes) {
  for (const float radius : {0.0F, 0.7F, 1.6F, 4.0F, 12.0F}) {
    for (const float width : {0.0F, 1.0F, 3.0F}) {
      const Vec2 center{32.1F, 31.4F}, half{20.7F, 15.2F};
      const Primitive box = shape(ShapeKind::rounded_box, center, half, radius, width, white,
                                  width > 0 ? clear : white);
      // Only radii whose outer corners are plain arcs; between them CSS's rule applies, which has
      // its own test.
      if (radius > 0 && radius < width / 2) continue;
      const double grow = width / 2, outer = radius > 0 ? radius + grow : 0;
      const AreaError e = compare(
          box, box_chord(center, half.x + grow, half.y + grow, outer),
          width > 0 ? box_chord(center, half.x - grow, half.y - grow, std::max(radius - grow, 0.0))
                    : nothing);
      EXPECT_LE(e.worst, 0.03) << radius << " width " << width;
      EXPECT_NEAR(e.ink, e.true_ink, 0.003 * e.true_ink) << radius << " width " << width;
    }
  }
}

TEST(Coverage, Diamonds) {
  const Vec2 center{31.3F, 32.6F};
  for (const Vec2 half : {Vec2{20, 20}, {25, 8}, {3, 3}}) {
    const RowChord chord = [half, center](double y) {
      const double left = half.x * std::max(1 - std::abs(y - center.y) / half.y, 0.0);
      return std::pair(center.x - left, center.x + left);
    };
    const AreaError e =
        compare(shape(ShapeKind::diamond, center, half, 0, 0, clear, white), chord, nothing);
    EXPECT_LE(e.worst, 0.035) << half.x << " x " << half.y;
    EXPECT_NEAR(e.ink, e.true_ink, 0.003 * e.true_ink) << half.x << " x " << half.y;
  }
}

// Pixels beside random parabolas: coverage is the half-plane area at the true distance, found by
// scanning the curve in double precision; 0.1 px of flattening would show as 0.1.
TEST(Coverage, CurvesAreFollowed) {
  std::mt19937 random(5);
  auto place = [&] { return static_cast<float>(random() % 6000) / 100 + 2; };
  constexpr float width = 4;
  for (int round = 0; round < 24; ++round) {
    const Vec2 a{place(), place()}, b{place(), place()};
    if (std::hypot(b.x - a.x, b.y - a.y) < 20) continue;  // too tight for a wide stroke
    const auto bend = static_cast<float>(unit(random) - 0.5);
    const Vec2 c = (a + b) * 0.5F + Vec2{b.y - a.y, a.x - b.x} * bend;
    Picture picture({64, 64}, float_format(), {.range = ColorRange::full});
    DisplayList list;
    list.primitives = {parabola(a, c, b, width, white)};
    Rasterizer({.threads = 1}).draw(list, {}, picture.view());
    for (int y = 0; y < 64; ++y) {
      for (int x = 0; x < 64; ++x) {
        double nearest = 1e30;
        bool at_end = false;
        for (int i = 0; i <= 1500; ++i) {
          const double t = i / 1500.0, s = 1 - t;
          const double d = std::hypot(s * s * a.x + 2 * s * t * c.x + t * t * b.x - x - 0.5,
                                      s * s * a.y + 2 * s * t * c.y + t * t * b.y - y - 0.5);
          if (d < nearest) {
            nearest = d;
            at_end = i == 0 || i == 1500;
          }
        }
        if (at_end) continue;
        // The area lies between those for the steepest and the flattest edge at that distance,
        // except for the bend of the edge within the pixel.
        const double inside = width / 2 - nearest;
        const double flat = half_plane_area(inside, 1, 0);
        const double steep = half_plane_area(inside, std::sqrt(0.5), std::sqrt(0.5));
        ASSERT_GE(picture.sample(0, x, y), std::min(flat, steep) - 0.025) << round;
        ASSERT_LE(picture.sample(0, x, y), std::max(flat, steep) + 0.025) << round;
      }
    }
  }
}

/// Largest error of the drawn line's distance from points `offset` px beside a curve.
double worst_distance(const Curve& curve, float width, double offset) {
  std::vector<Segment> segments;
  ChainStyle style;
  style.half_width = width / 2;
  flatten_chain({&curve, 1}, style, {-1e6, -1e6, 1e6, 1e6}, segments);
  double worst = 0;
  for (int i = 1; i < 400; ++i) {
    const DoubleVec2 at = curve_point(curve, i / 400.0),
                     next = curve_point(curve, i / 400.0 + 1e-6);
    const double nx = next.y - at.y, ny = at.x - next.x, scale = offset / std::hypot(nx, ny);
    Nearest<float> nearest{1e30F, 0, 0, 0, 1};
    for (const Segment& segment : segments) {
      keep_nearer(nearest, nearest_on_segment(segment, static_cast<float>(at.x + nx * scale),
                                              static_cast<float>(at.y + ny * scale)));
    }
    worst = std::max(worst, std::abs(std::sqrt(double{nearest.distance2}) - std::abs(offset)));
  }
  return worst;
}

/// A circular arc over a chord, with the given half turning angle.
Curve arc(Vec2 from, Vec2 to, double half_angle) {
  const auto w = static_cast<float>(std::cos(half_angle));
  const auto s = static_cast<float>(std::sin(half_angle) / 2);
  const Vec2 chord = to - from, middle = (from + to) * 0.5F;
  return {.p0 = from,
          .hc = middle * w + Vec2{chord.y, -chord.x} * s,
          .p1 = to,
          .w = w,
          .segments = 256};
}

// Arcs bend away from their control point's side, here left of the chord: a positive offset in
// worst_distance lies on that side.
TEST(Coverage, LongShallowCurvesKeepTheirBend) {
  for (const double half_angle : {0.005, 0.02, 0.04, 0.1}) {
    EXPECT_LE(worst_distance(arc({10, 40}, {7300, 900}, half_angle), 2, 0), 0.1) << half_angle;
  }
  for (const float height : {4.0F, 20.0F, 60.0F, 300.0F}) {
    const Curve c = parabola({3, 5}, {3900, 5 + height}, {7900, 9}, 2, white).curve;
    EXPECT_LE(worst_distance(c, 2, 0), 0.1) << height;
  }
}

TEST(Coverage, EdgesOfWideStrokesFollowTheCurve) {
  for (const float width : {10.0F, 40.0F, 100.0F, 200.0F, 400.0F}) {
    for (const double half_angle : {0.1, 0.3, 0.55, 1.0, 2.0}) {
      const Curve c = arc({100, 200}, {700, 250}, half_angle);
      EXPECT_LE(worst_distance(c, width, width / 2), 0.15) << width << ", " << half_angle;
    }
  }
}

/// A segment of a curve; a `slope` of 0.4 at its ends is the steepest possible.
Segment bent_segment(double angle, double length, double slope) {
  Segment segment;
  segment.start = {500, 400};
  segment.direction = {static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
  segment.length = static_cast<float>(length);
  segment.bend = static_cast<float>(slope / length);
  return segment;
}

// The reported distance to a steep segment is too short. Tiles must look equally far, or a pixel of
// a wide stroke would depend on the positions of tiles.
TEST(Coverage, SegmentsAreSeenAsFarAsTheyPaint) {
  std::mt19937 random(8);
  constexpr float reach = 120;
  for (int round = 0; round < 20000; ++round) {
    const Segment segment =
        bent_segment(unit(random) * 6.2831853, 1 + 60 * unit(random), 0.8 * unit(random) - 0.4);
    const auto x = static_cast<float>(std::floor(unit(random) * 400) + 300);
    const auto y = static_cast<float>(std::floor(unit(random) * 400) + 200);
    const Nearest<float> nearest = nearest_on_segment(segment, x + 0.5F, y + 0.5F);
    if (nearest.distance2 > reach * reach) continue;
    const Rect center{x + 0.5F, y + 0.5F, x + 0.5F, y + 0.5F};
    ASSERT_TRUE(may_reach(segment, center, reach)) << round;
  }
}

// Conics whose control point is equidistant from both ends without being circles.
TEST(Coverage, HyperbolasAndEllipsesAreNoCircles) {
  for (const float weight : {0.2F, 0.6F, 3.0F, 20.0F}) {
    Curve c{.p0 = {10, 10}, .hc = Vec2{160, 310} * weight, .p1 = {310, 10}, .w = weight};
    c.segments = 256;
    EXPECT_LE(worst_distance(c, 2, 0), 0.1) << weight;
  }
}

TEST(Half, RoundsLikeTheStandard) {
  // Every half survives the round trip; a float halfway between two goes to the even one.
  for (std::uint32_t bits = 0; bits < 0x10000U; ++bits) {
    const auto half = static_cast<std::uint16_t>(bits);
    if ((half & 0x7FFFU) > 0x7C00U) continue;  // NaN
    ASSERT_EQ(float_to_half(half_to_float(half)), half);
    if ((half & 0x7FFFU) >= 0x7BFFU) continue;
    const float here = half_to_float(half);
    const float next = half_to_float(static_cast<std::uint16_t>(half + 1));
    const std::uint16_t even = (half & 1U) == 0 ? half : static_cast<std::uint16_t>(half + 1);
    ASSERT_EQ(float_to_half((here + next) / 2), even);
  }
  EXPECT_EQ(half_to_float(0x3C00), 1.0F);
  EXPECT_EQ(half_to_float(0x0001), 0x1p-24F);
  EXPECT_EQ(float_to_half(65520.0F), 0x7C00);
}

}  // namespace
}  // namespace overlace::test

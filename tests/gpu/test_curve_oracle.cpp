// SPDX-License-Identifier: Apache-2.0
// Strokes along parabolas of every shape against the exact distance to the curve, in double.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "tests/gpu/memory_picture.h"

namespace overlace::test {
namespace {

constexpr Size size{96, 64};
constexpr float width = 3;

struct Point {
  double x, y;
};
double dot(Point a, Point b) {
  return a.x * b.x + a.y * b.y;
}

/// Real roots of t^3 + b t^2 + c t + d, by Cardano and Viete; three roots are in descending order.
std::vector<double> cubic_roots(double b, double c, double d) {
  const double p = c - b * b / 3, q = 2 * b * b * b / 27 - b * c / 3 + d, shift = -b / 3;
  const double discriminant = q * q / 4 + p * p * p / 27;
  if (discriminant > 0) {
    const double root = std::sqrt(discriminant);
    return {std::cbrt(-q / 2 + root) + std::cbrt(-q / 2 - root) + shift};
  }
  const double radius = 2 * std::sqrt(std::max(-p / 3, 0.0));
  const double angle = p == 0 ? 0 : std::acos(std::clamp(3 * q / (p * radius), -1.0, 1.0)) / 3;
  constexpr double third = 2 * std::numbers::pi / 3;
  return {radius * std::cos(angle) + shift, radius * std::cos(angle - third) + shift,
          radius * std::cos(angle - 2 * third) + shift};
}

/// A quadratic Bezier curve, p0 + 2 t m + t^2 n.
class Parabola {
 public:
  Parabola(Vec2 from, Vec2 control, Vec2 to)
      : start_{from.x, from.y},
        m_{double{control.x} - from.x, double{control.y} - from.y},
        n_{from.x - 2.0 * control.x + to.x, from.y - 2.0 * control.y + to.y} {}

  [[nodiscard]] double distance(Point p) const {
    double nearest = std::min(away(p, 0), away(p, 1));
    for (const double t : feet(p)) nearest = std::min(nearest, away(p, std::clamp(t, 0.0, 1.0)));
    return nearest;
  }
  /// Whether a pixel lies on the edges of two arms of the curve. A stroke's coverage uses only the
  /// nearest edge, so a gap narrower than a pixel appears half as wide or half as deep.
  [[nodiscard]] bool is_between_arms(Point p) const {
    const std::vector<double> t = feet(p);
    if (t.size() < 3) return false;
    const auto on_edge = [&](double foot) {
      return std::abs(away(p, std::clamp(foot, 0.0, 1.0)) - width / 2) < 0.75;
    };
    return on_edge(t[0]) && on_edge(t[2]);
  }

 private:
  /// Where the derivative of the squared distance is 0; the middle one of three roots is a maximum.
  [[nodiscard]] std::vector<double> feet(Point p) const {
    const Point r{start_.x - p.x, start_.y - p.y};
    const double cubic = dot(n_, n_), square = dot(m_, m_);
    if (cubic > 1e-12) {
      return cubic_roots(3 * dot(m_, n_) / cubic, (2 * square + dot(r, n_)) / cubic,
                         dot(r, m_) / cubic);
    }
    if (square > 0) return {-dot(r, m_) / (2 * square)};
    return {};
  }
  [[nodiscard]] double away(Point p, double t) const {
    return std::hypot(start_.x + 2 * t * m_.x + t * t * n_.x - p.x,
                      start_.y + 2 * t * m_.y + t * t * n_.y - p.y);
  }
  Point start_, m_, n_;
};

/// The part of a pixel within half the stroke's width of the curve, by 16 x 16 samples.
double covered(const Parabola& curve, int x, int y) {
  constexpr int samples = 16;
  const double middle = curve.distance({x + 0.5, y + 0.5});
  if (middle > width / 2 + 0.75) return 0;
  if (middle < width / 2 - 0.75) return 1;
  int inside = 0;
  for (int i = 0; i < samples * samples; ++i) {
    const Point p{x + (i % samples + 0.5) / samples, y + (i / samples + 0.5) / samples};
    inside += curve.distance(p) <= width / 2 ? 1 : 0;
  }
  return static_cast<double>(inside) / (samples * samples);
}

struct Difference {
  double worst = 0;          ///< error of coverage in pixels not between arms
  double worst_between = 0;  ///< error in those between arms
  double ink = 0, true_ink = 0;
};

Difference compare(Vec2 from, Vec2 control, Vec2 to) {
  Picture picture(size, float_format(), {.range = ColorRange::full});
  DisplayList list;
  list.primitives = {parabola(from, control, to, width, white)};
  Rasterizer({.threads = 1}).draw(list, {}, picture.view());
  const Parabola curve(from, control, to);
  Difference difference;
  for (int y = 0; y < size.height; ++y) {
    for (int x = 0; x < size.width; ++x) {
      const double drawn = picture.sample(0, x, y), truth = covered(curve, x, y);
      const bool between = curve.is_between_arms({x + 0.5, y + 0.5});
      double& worst = between ? difference.worst_between : difference.worst;
      worst = std::max(worst, std::abs(drawn - truth));
      difference.ink += drawn;
      difference.true_ink += truth;
    }
  }
  return difference;
}

class Places {
 public:
  explicit Places(std::uint32_t seed) : random_(seed) {}
  double between(double lo, double hi) {
    return std::uniform_real_distribution<double>(lo, hi)(random_);
  }
  Vec2 inside() {
    return {static_cast<float>(between(8, size.width - 8)),
            static_cast<float>(between(8, size.height - 8))};
  }

 private:
  std::mt19937 random_;
};

// The oracle itself, against scanning the curve.
TEST(CurveOracle, TheDistanceIsExact) {
  Places places(1);
  for (int round = 0; round < 300; ++round) {
    const Vec2 a = places.inside(), b = places.inside();
    const Vec2 c = round % 3 == 0 ? (a + b) * 0.5F : places.inside(), p = places.inside();
    double nearest = 1e30;
    for (int i = 0; i <= 20000; ++i) {
      const double t = i / 20000.0, s = 1 - t;
      nearest = std::min(nearest, std::hypot(s * s * a.x + 2 * s * t * c.x + t * t * b.x - p.x,
                                             s * s * a.y + 2 * s * t * c.y + t * t * b.y - p.y));
    }
    ASSERT_NEAR(Parabola(a, c, b).distance({p.x, p.y}), nearest, 1e-3) << round;
  }
}

// The bend stays wider than the stroke.
TEST(CurveOracle, GentleCurves) {
  Places places(2);
  for (int round = 0; round < 40; ++round) {
    const Vec2 a = places.inside(), b = places.inside(), d = b - a;
    if (std::hypot(d.x, d.y) < 20) continue;
    const auto bend = static_cast<float>(places.between(-0.5, 0.5));
    const Difference e = compare(a, (a + b) * 0.5F + Vec2{d.y, -d.x} * bend, b);
    EXPECT_LE(e.worst, 0.05) << round;
    EXPECT_NEAR(e.ink, e.true_ink, 0.003 * e.true_ink) << round;
  }
}

TEST(CurveOracle, CurvesThatTurnBackOnThemselves) {
  Places places(3);
  for (int round = 0; round < 20; ++round) {
    const Vec2 a = places.inside(), b = places.inside();
    const auto beyond = static_cast<float>(places.between(1.2, 2.5));
    const Difference e = compare(a, a + (b - a) * beyond, b);
    EXPECT_LE(e.worst, 0.08) << round;
    EXPECT_NEAR(e.ink, e.true_ink, 0.01 * e.true_ink) << round;
  }
}

TEST(CurveOracle, CollinearAndEmptyOnes) {
  const Difference straight = compare({10.3F, 20.7F}, {40.1F, 30.2F}, {69.9F, 39.7F});
  EXPECT_LE(straight.worst, 0.05);
  const Difference dot = compare({40.4F, 30.7F}, {40.4F, 30.7F}, {40.4F, 30.7F});
  EXPECT_LE(dot.worst, 0.06);
  EXPECT_NEAR(dot.ink, std::numbers::pi * width * width / 4, 0.1);
}

TEST(CurveOracle, ControlPointsFarOutsideTheFrame) {
  Places places(4);
  for (int round = 0; round < 20; ++round) {
    const double angle = places.between(0, 6.28), far = places.between(500, 20000);
    const Vec2 control{static_cast<float>(48 + far * std::cos(angle)),
                       static_cast<float>(32 + far * std::sin(angle))};
    const Difference e = compare(places.inside(), control, places.inside());
    EXPECT_LE(e.worst, 0.08) << round << ", " << far << " px away";
  }
}

// The stroke is wider than the bend at the tip, and the arms are close together.
TEST(CurveOracle, TightHairpins) {
  Places places(5);
  for (int round = 0; round < 40; ++round) {
    const Vec2 a = places.inside();
    const double angle = places.between(0, 6.28);
    const Vec2 along{static_cast<float>(std::cos(angle)), static_cast<float>(std::sin(angle))};
    const Vec2 across = Vec2{-along.y, along.x} * static_cast<float>(places.between(0.2, 8));
    const Vec2 control = a + along * static_cast<float>(places.between(20, 80)) + across * 0.5F;
    const Difference e = compare(a, control, a + across);
    EXPECT_LE(e.worst, 0.12) << round;
    EXPECT_LE(e.worst_between, 0.5) << round;
    EXPECT_NEAR(e.ink, e.true_ink, 0.02 * e.true_ink) << round;
  }
}

}  // namespace
}  // namespace overlace::test

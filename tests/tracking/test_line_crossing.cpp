// SPDX-License-Identifier: Apache-2.0
// Line crossings, compared with intersections in floating point and with counts by hand.
#include <gtest/gtest.h>

#include <optional>
#include <random>

#include "graph/core/error.h"
#include "tracking/line_crossing.h"

namespace overlace {
namespace {

struct Real {
  double x, y;
};

double cross(Real a, Real b) {
  return a.x * b.y - a.y * b.x;
}
Real operator-(Real a, Real b) {
  return {a.x - b.x, a.y - b.y};
}

/// The header's definition, implemented literally on a grid of whole numbers up to 8, where points
/// that are not on a line are at least 0.08 away: the line is shifted by less than that, its ends
/// extended by more than the shift, and segments are intersected in the usual way.
class Oracle {
 public:
  explicit Oracle(std::vector<Real> line) : line_(std::move(line)) {
    constexpr double step = 1e-3, extension = 0.02;
    const auto extend = [](Real& end, Real away_from) {
      const Real d = end - away_from;
      const double length = std::hypot(d.x, d.y);
      end = {end.x + d.x * extension / length, end.y + d.y * extension / length};
    };
    const Real first = line_.front(), last = line_.back();
    extend(line_.front(), line_.size() == 2 ? last : line_[1]);
    extend(line_.back(), line_.size() == 2 ? first : line_[line_.size() - 2]);
    for (Real& p : line_) p = {p.x - step, p.y - step * step};
  }

  [[nodiscard]] int crossed(Real from, Real to) const {
    int net = 0;
    for (std::size_t i = 0; i + 1 < line_.size(); ++i) {
      const Real leg = to - from, piece = line_[i + 1] - line_[i], between = line_[i] - from;
      const double turn = cross(piece, leg);
      if (turn == 0) continue;
      const double along_leg = cross(between, piece) / cross(leg, piece);
      const double along_piece = cross(between, leg) / cross(leg, piece);
      if (along_leg > 0 && along_leg < 1 && along_piece > 0 && along_piece < 1)
        net += turn > 0 ? 1 : -1;
    }
    return net;
  }

 private:
  std::vector<Real> line_;
};

/// A point of the grid that paths are rounded to.
Vec2 pixel(Real grid) {
  return {static_cast<float>(grid.x / 16), static_cast<float>(grid.y / 16)};
}

TEST(LineCrossing, AgreesWithIntersectionsInFloatingPoint) {
  std::mt19937 random(1);
  const auto point = [&] { return Real{double(random() % 9), double(random() % 9)}; };
  int crossings = 0, touches = 0;
  for (int round = 0; round < 200000; ++round) {
    std::vector<Real> line = {point()};
    const std::size_t count = 2 + random() % 3;
    while (line.size() < count)
      if (const Real next = point(); next.x != line.back().x || next.y != line.back().y)
        line.push_back(next);
    std::vector<Vec2> points;
    for (const Real p : line) points.push_back(pixel(p));
    const Real from = point(), to = point();
    const int expected = Oracle(line).crossed(from, to);
    ASSERT_EQ(CountingLine(points).crossed(pixel(from), pixel(to)), expected)
        << "round " << round << ": from " << from.x << ' ' << from.y << " to " << to.x << ' '
        << to.y;
    crossings += expected != 0 ? 1 : 0;
    touches += cross(line[1] - line[0], from - line[0]) == 0 ? 1 : 0;
  }
  EXPECT_GT(crossings, 20000);
  EXPECT_GT(touches, 10000);  // degenerate cases are frequent on so small a grid
}

// Whatever a closed path does in between, its crossings of an endless line cancel out.
TEST(LineCrossing, ClosedWaysCrossNothingInTotal) {
  std::mt19937 random(2);
  const auto point = [&] { return Vec2{float(random() % 9) / 16, float(random() % 9) / 16}; };
  for (int round = 0; round < 20000; ++round) {
    const CountingLine line(std::array{Vec2{-100, 0.25F}, Vec2{100, 0.25F}});
    const Vec2 start = point();
    Vec2 at = start;
    int net = 0;
    for (int leg = 0; leg < 6; ++leg) {
      const Vec2 next = leg == 5 ? start : point();
      net += line.crossed(at, next);
      at = next;
    }
    ASSERT_EQ(net, 0) << round;
  }
}

TEST(LineCrossing, InwardsIsFromLeftToRight) {
  const CountingLine level(std::array{Vec2{0, 50}, Vec2{100, 50}});
  EXPECT_EQ(level.crossed({50, 40}, {50, 60}), 1);   // down
  EXPECT_EQ(level.crossed({50, 60}, {50, 40}), -1);  // up
  EXPECT_EQ(level.crossed({150, 40}, {150, 60}), 0);
  const CountingLine back(std::array{Vec2{100, 50}, Vec2{0, 50}});
  EXPECT_EQ(back.crossed({50, 40}, {50, 60}), -1);
  const CountingLine down(std::array{Vec2{50, 0}, Vec2{50, 100}});
  EXPECT_EQ(down.crossed({60, 50}, {40, 50}), 1);  // facing down, the right-hand side is at x < 50
}

TEST(LineCrossing, EndsAreTouched) {
  const CountingLine line(std::array{Vec2{10, 50}, Vec2{90, 50}});
  EXPECT_EQ(line.crossed({10, 40}, {10, 60}), 1);
  EXPECT_EQ(line.crossed({90, 40}, {90, 60}), 1);
  EXPECT_EQ(line.crossed({9.9F, 40}, {9.9F, 60}), 0);
  EXPECT_EQ(line.crossed({90.1F, 40}, {90.1F, 60}), 0);
  EXPECT_EQ(line.crossed({0, 50}, {100, 50}), 0);  // along it
}

TEST(LineCrossing, FarPointsDoNotOverflow) {
  const CountingLine line(std::array{Vec2{-3e38F, 0}, Vec2{3e38F, 0}});
  EXPECT_EQ(line.crossed({0, -3e38F}, {0, 3e38F}), 1);
  EXPECT_EQ(line.crossed({0, 3e38F}, {0, -3e38F}), -1);
}

TEST(LineCrossing, NeedsTwoPoints) {
  EXPECT_THROW(CountingLine(std::array{Vec2{1, 1}}), Error);
  EXPECT_THROW(CountingLine(std::array{Vec2{1, 1}, Vec2{1, 1}}), Error);
}

TEST(LineCrossing, DistanceIsToTheNearestPiece) {
  const CountingLine line(std::array{Vec2{0, 0}, Vec2{40, 0}, Vec2{40, 30}});
  EXPECT_DOUBLE_EQ(line.distance({20, 7}), 7);
  EXPECT_DOUBLE_EQ(line.distance({45, 20}), 5);
  EXPECT_DOUBLE_EQ(line.distance({-3, -4}), 5);
}

/// Heights in consecutive frames, for a line at height 50; none where the object is absent.
std::vector<Crossing> counted(const std::vector<std::optional<float>>& heights,
                              const CrossingRules& rules) {
  const CountingLine line(std::array{Vec2{0, 50}, Vec2{100, 50}});
  std::vector<PathPoint> path;
  for (std::size_t f = 0; f < heights.size(); ++f)
    if (heights[f]) path.push_back({static_cast<std::int32_t>(f), {50, *heights[f]}});
  return count_crossings(line, path, rules);
}
using Counted = std::vector<Crossing>;

TEST(LineCrossing, EachPassageCountsOnce) {
  EXPECT_EQ(counted({40, 45, 55, 60, 55, 45, 40}, {}), (Counted{{2, 1}, {5, -1}}));
  EXPECT_EQ(counted({45, 50, 55}, {}), (Counted{{1, 1}}));  // a stop on the line
  EXPECT_EQ(counted({55, 50, 45}, {}), (Counted{{2, -1}}));
  EXPECT_EQ(counted({55, 60, 70}, {}), Counted{});
}

TEST(LineCrossing, JitterWithinTheMarginDoesNotCount) {
  const CrossingRules rules{.margin = 5};
  EXPECT_EQ(counted({48, 52, 49, 51, 47, 53, 48}, rules), Counted{});
  EXPECT_EQ(counted({48, 52, 49, 51, 54, 55, 48, 46, 45}, rules), (Counted{{5, 1}, {8, -1}}));
}

TEST(LineCrossing, HoldWaitsForTheObjectToStay) {
  const CrossingRules rules{.hold = 3};
  EXPECT_EQ(counted({40, 60, 60, 40, 40}, rules), Counted{});
  EXPECT_EQ(counted({40, 60, 60, 60, 40, 40, 40}, rules), (Counted{{3, 1}, {6, -1}}));
}

// Coming back within `again` frames is not a crossing; staying on the other side in the end is one.
TEST(LineCrossing, WhoComesBackHasNotCrossed) {
  const CrossingRules rules{.again = 4};
  EXPECT_EQ(counted({40, 60, 40, 40, 40, 40, 40}, rules), Counted{});
  EXPECT_EQ(counted({40, 60, 40, 60, 40, 60, 60}, rules), (Counted{{5, 1}}));
  EXPECT_EQ(counted({40, 60, 60, 60, 60, 40, 40}, rules), Counted{});
  EXPECT_EQ(counted({40, 60, 60, 60, 60, 60, 40}, rules), (Counted{{1, 1}, {6, -1}}));
  // An object that is lost has not come back.
  EXPECT_EQ(counted({40, 60, {}, 40, 40}, rules), (Counted{{1, 1}}));
}

// Twenty people walk down to the line, stand on it for 350 frames of detector jitter, and walk on:
// each has crossed once, whatever the amount of jitter.
TEST(LineCrossing, WhoStandsOnTheLineCountsOnce) {
  std::mt19937 random(3);
  for (const float tremble : {0.5F, 2.0F, 6.0F, 10.0F, 30.0F})
    for (int person = 0; person < 20; ++person) {
      std::normal_distribution<float> noise(0, tremble);
      std::vector<std::optional<float>> heights;
      for (int f = 20; f > 0; --f) heights.push_back(50.0F - 3.0F * static_cast<float>(f));
      for (int f = 0; f < 350; ++f) heights.push_back(50 + noise(random));
      for (int f = 1; f <= 30; ++f) heights.push_back(50.0F + 3.0F * static_cast<float>(f));
      const Counted crossings = counted(heights, {.margin = 2.4, .hold = 2, .again = 25});
      ASSERT_EQ(crossings.size(), 1U) << tremble;
      EXPECT_EQ(crossings[0].inwards, 1) << tremble;
      EXPECT_GE(crossings[0].frame, 340) << tremble;
    }
}

TEST(LineCrossing, GapsAreBridgedWhenAsked) {
  const std::vector<std::optional<float>> path = {40, 45, {}, {}, 60, 60};
  EXPECT_EQ(counted(path, {}), Counted{});
  EXPECT_EQ(counted(path, {.max_gap = 1}), Counted{});
  EXPECT_EQ(counted(path, {.max_gap = 2}), (Counted{{4, 1}}));
}

}  // namespace
}  // namespace overlace

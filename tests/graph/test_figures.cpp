// SPDX-License-Identifier: Apache-2.0
// Arcs and arrows: points of circles, lengths and directions.
#include <gtest/gtest.h>

#include <cmath>

#include "graph/data/figures.h"
#include "graph/plan/line_heads.h"

namespace overlace::test {
namespace {

constexpr LinePaint white{.color = {1, 1, 1, 1}, .width = 2, .dash = {}, .glow = {}};

TEST(Figures, ArcsAreCircles) {
  const Vec2 center{120, 80};
  for (const float sweep : {1.0F, 90.0F, 100.0F, -270.0F, 359.0F, 360.0F}) {
    DisplayList list;
    append_arc(center, {50, 50}, 135, sweep, white, list);
    double length = 0;
    Vec2 last = list.primitives.front().curve.p0;
    EXPECT_NEAR(distance(last, center + direction_of(135) * 50), 0, 1e-4);
    for (const Primitive& piece : list.primitives) {
      EXPECT_NEAR(distance(piece.curve.p0, last), 0, 1e-4) << "without a gap";
      for (int i = 1; i <= 32; ++i) {
        const Vec2 point = point_at(piece.curve, static_cast<float>(i) / 32);
        EXPECT_NEAR(distance(point, center), 50, 1e-3);
        length += distance(point, last);
        last = point;
      }
    }
    EXPECT_NEAR(length, std::abs(sweep) * 50 * 3.14159265 / 180, 0.05) << sweep;
    EXPECT_NEAR(distance(last, center + direction_of(135 + sweep) * 50), 0, 1e-3) << sweep;
  }
}

TEST(Figures, ArcsAreFlattened) {
  DisplayList list;
  append_arc({7, 9}, {40, 10}, -45, 280, white, list);
  for (const Primitive& piece : list.primitives)
    for (int i = 0; i <= 8; ++i) {
      const Vec2 from_center = point_at(piece.curve, static_cast<float>(i) / 8) - Vec2{7, 9};
      EXPECT_NEAR(std::hypot(from_center.x / 40, from_center.y / 10), 1, 1e-5);
    }
}

// The sagitta of a chord is the part of an arc that a renderer may leave out.
TEST(Figures, ArcsHaveSegmentsEnough) {
  for (const float radius : {3.0F, 40.0F, 700.0F}) {
    DisplayList list;
    append_arc({}, {radius, radius}, 0, 180, white, list);
    for (const Primitive& piece : list.primitives)
      for (std::uint32_t i = 0; i < piece.curve.segments; ++i) {
        const auto t = [&](std::uint32_t k) {
          return static_cast<float>(k) / static_cast<float>(piece.curve.segments);
        };
        const Vec2 middle = (point_at(piece.curve, t(i)) + point_at(piece.curve, t(i + 1))) * 0.5F;
        EXPECT_LE(static_cast<double>(radius) - distance(middle, {}), 0.1) << radius;
      }
  }
}

TEST(Figures, AnArrowEndsAtItsTip) {
  DisplayList list;
  append_arrow({10, 20}, {40, 60}, {.size = 15}, white, list);  // 50 px long
  ASSERT_EQ(list.primitives.size(), 2U);
  EXPECT_EQ(list.primitives[0].curve.p0, (Vec2{10, 20}));
  EXPECT_NEAR(distance(list.primitives[0].curve.p1, {31, 48}), 0, 1e-4) << "15 px before the tip";
  EXPECT_EQ(list.primitives[1].curve.p1, (Vec2{40, 60}));
  EXPECT_EQ(list.primitives[1].width_end, 0);
  DisplayList brief;
  append_arrow({10, 20}, {13, 24}, {.size = 15}, white, brief);
  ASSERT_EQ(brief.primitives.size(), 1U) << "it is all head";
  EXPECT_LT(brief.primitives[0].width, 5);
}

TEST(Figures, AnArrowMayEndInAnything) {
  const auto arrow = [](const ArrowEnds& ends) {
    DisplayList list;
    append_arrow({10, 20}, {40, 60}, ends, white, list);
    return list.primitives;
  };
  const auto bare = arrow({.head = LineHead::none, .size = 15});
  ASSERT_EQ(bare.size(), 1U);
  EXPECT_EQ(bare[0].curve.p1, (Vec2{40, 60}));
  const auto dot = arrow({.head = LineHead::dot, .size = 10});
  ASSERT_EQ(dot.size(), 2U);
  EXPECT_EQ(dot[0].curve.p1, (Vec2{40, 60})) << "a dot stands on the line";
  EXPECT_EQ(dot[1].shape.center, (Vec2{40, 60}));
  EXPECT_NEAR(dot[1].shape.half_size.x, 5, 1e-5);
  const auto both = arrow({.tail = LineHead::triangle, .size = 10});
  ASSERT_EQ(both.size(), 3U);
  EXPECT_NEAR(distance(both[0].curve.p0, {16, 28}), 0, 1e-4) << "10 px behind its tail";
  EXPECT_EQ(both[1].curve.p1, (Vec2{10, 20})) << "the tail's tip";
  const auto touching = arrow({.tail = LineHead::triangle, .size = 30});
  EXPECT_EQ(touching.size(), 2U) << "two heads of 30 px leave nothing of 50 px";
}

TEST(Figures, WhatWouldNotBeSeenIsNotThere) {
  DisplayList list;
  append_arc({}, {10, 10}, 0, 0, white, list);
  append_arc({}, {0, 0}, 0, 90, white, list);
  append_arrow({5, 5}, {5, 5}, {.size = 3}, white, list);
  append_box({0, 0, 0, 5}, 1, {1, 1, 1, 1}, list);
  append_box({0, 0, 5, 5}, 1, {1, 1, 1, 0}, list);
  append_dot({}, -1, {1, 1, 1, 1}, list);
  EXPECT_TRUE(list.primitives.empty());
}

}  // namespace
}  // namespace overlace::test

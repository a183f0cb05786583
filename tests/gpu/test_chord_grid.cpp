// SPDX-License-Identifier: Apache-2.0
// The grid of chords: everything that crosses a chord is among those reported near it.
#include <gtest/gtest.h>

#include <random>
#include <set>
#include <vector>

#include "gpu/host/chord_grid.h"

namespace overlace {
namespace {

struct Segment {
  Vec2 from, to;
};

double turn(Vec2 a, Vec2 b, Vec2 p) {
  return (double{b.x} - a.x) * (double{p.y} - a.y) - (double{b.y} - a.y) * (double{p.x} - a.x);
}

/// Whether two segments cross; the result is unspecified if they only touch.
bool cross(const Segment& s, const Segment& t) {
  return turn(s.from, s.to, t.from) * turn(s.from, s.to, t.to) < 0 &&
         turn(t.from, t.to, s.from) * turn(t.from, t.to, s.to) < 0;
}

/// Short and long segments, within a picture of 640 x 480 px and far outside; some horizontal, some
/// vertical, many on the borders of cells.
std::vector<Segment> random_segments(std::uint32_t seed, int count) {
  std::mt19937 random(seed);
  const auto coordinate = [&](int low, int high) {
    const auto steps = static_cast<int>(random() % static_cast<unsigned>((high - low) * 2));
    return static_cast<float>(low) + static_cast<float>(steps) / 2;
  };
  std::vector<Segment> segments;
  for (int i = 0; i < count; ++i) {
    const int reach = i % 5 == 0 ? 2000 : i % 2 == 0 ? 300 : 20;
    const Vec2 from{coordinate(-200, 840), coordinate(-200, 680)};
    Vec2 to{from.x + coordinate(-reach, reach), from.y + coordinate(-reach, reach)};
    if (i % 7 == 0) to.y = from.y;
    if (i % 7 == 1) to.x = from.x;
    segments.push_back({from, to});
  }
  return segments;
}

TEST(ChordGrid, FindsEveryCrossing) {
  ChordGrid grid;
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const std::vector<Segment> segments = random_segments(seed, 300);
    grid.begin({640, 480});
    std::size_t crossings = 0;
    for (std::uint32_t i = 0; i < segments.size(); ++i) {
      std::set<std::uint32_t> near;
      grid.each_near(segments[i].from, segments[i].to, [&](std::uint32_t j) { near.insert(j); });
      for (std::uint32_t j = 0; j < i; ++j) {
        if (!cross(segments[i], segments[j])) continue;
        ++crossings;
        EXPECT_TRUE(near.contains(j)) << i << " and " << j;
      }
      grid.add(i, segments[i].from, segments[i].to);
    }
    EXPECT_GT(crossings, 100U);
  }
}

TEST(ChordGrid, LeavesOutWhatIsFarAway) {
  ChordGrid grid;
  grid.begin({640, 480});
  grid.add(7, {10, 10}, {600, 12});
  int near = 0;
  const auto count = [&](std::uint32_t) { ++near; };
  grid.each_near({10, 100}, {600, 400}, count);
  EXPECT_EQ(near, 0);
  grid.each_near({305, 0}, {305, 480}, count);
  EXPECT_EQ(near, 1);
}

}  // namespace
}  // namespace overlace

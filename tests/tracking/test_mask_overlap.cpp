// SPDX-License-Identifier: Apache-2.0
// Overlaps of masks, compared with counting pixels one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tracking/mask_overlap.h"

namespace overlace::test {
namespace {

constexpr Size grid{40, 30};

/// Whether a pixel's centre is inside a circle.
struct Disc {
  double x, y, radius;
  [[nodiscard]] bool holds(double px, double py) const {
    return std::hypot(px - x, py - y) < radius;
  }
};

double counted(const Disc& a, const Disc& b) {
  int both = 0, all = 0;
  for (int x = 0; x < grid.width; ++x)
    for (int y = 0; y < grid.height; ++y) {
      const bool in_a = a.holds(x + 0.5, y + 0.5), in_b = b.holds(x + 0.5, y + 0.5);
      both += in_a && in_b;
      all += in_a || in_b;
    }
  return static_cast<double>(both) / all;
}

/// COCO run lengths of a disc on a grid with `scale` times as many pixels per side.
std::vector<std::uint32_t> runs_of(const Disc& disc, int scale = 1) {
  std::vector<std::uint32_t> runs{0};
  bool inside = false;
  for (int x = 0; x < grid.width * scale; ++x)
    for (int y = 0; y < grid.height * scale; ++y) {
      if (disc.holds((x + 0.5) / scale, (y + 0.5) / scale) != inside) {
        inside = !inside;
        runs.push_back(0);
      }
      ++runs.back();
    }
  return runs;
}

TrackTable one_row(const Box& box = {}) {
  const TrackRow row{.frame = 0, .id = 1, .box = box};
  return make_track_table({&row, 1}, {});
}
TrackTable masked(const std::vector<std::uint32_t>& runs, Size size) {
  TrackTable table = one_row();
  table.mask_runs.put(0, runs);
  table.mask_size = {size};
  return table;
}
TrackTable outlined(const std::vector<OutlinePoint>& points) {
  TrackTable table = one_row();
  table.outlines.put(0, points);
  return table;
}
GridMask mask_of(const TrackTable& table, Size picture = grid) {
  return {table, 0, grid, picture};
}

TEST(MaskOverlap, MasksShareTheirPixels) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> x(0, 40), y(0, 30), radius(1, 14);
  for (int i = 0; i < 200; ++i) {
    const Disc a{x(random), y(random), radius(random)}, b{x(random), y(random), radius(random)};
    const TrackTable table_a = masked(runs_of(a), grid), table_b = masked(runs_of(b), grid);
    EXPECT_DOUBLE_EQ(overlap(mask_of(table_a), mask_of(table_b)), counted(a, b)) << i;
  }
}

TEST(MaskOverlap, AFinerMaskIsTakenAtTheMiddlesOfPixels) {
  const Disc a{13, 12, 9}, b{18, 14, 8};  // three fine pixels lie around each centre
  EXPECT_DOUBLE_EQ(
      overlap(mask_of(masked(runs_of(a, 3), {120, 90})), mask_of(masked(runs_of(b), grid))),
      counted(a, b));
}

TEST(MaskOverlap, OutlinesHoldTheMiddlesOfPixels) {
  // A 10 x 10 square with a 4 x 4 hole, in a picture twice the size of the grid.
  std::vector<OutlinePoint> ring;
  for (const Vec2 at : {Vec2{4, 4}, {24, 4}, {24, 24}, {4, 24}}) ring.push_back({at, 0});
  for (const Vec2 at : {Vec2{8, 8}, {16, 8}, {16, 16}, {8, 16}}) ring.push_back({at, 1});
  const TrackTable shape = outlined(ring), box = one_row({4, 4, 20, 20});
  const Size picture{80, 60};
  EXPECT_EQ(mask_of(shape, picture).area(), 100 - 16);
  EXPECT_EQ(mask_of(box, picture).area(), 100);
  EXPECT_DOUBLE_EQ(overlap(mask_of(shape, picture), mask_of(box, picture)), 0.84);
}

TEST(MaskOverlap, SlantedOutlinesAgreeWithCountedPixels) {
  // No centre lies on the slanted side, which falls by 25 px over 34.9 px.
  const auto in_triangle = [](double x, double y) {
    return x < 37 && y < 27 && y > 27 - (x - 2.1) * 25 / 34.9;
  };
  const TrackTable triangle = outlined({{{2.1F, 27}, 0}, {{37, 2}, 0}, {{37, 27}, 0}});
  int pixels = 0;
  for (int x = 0; x < grid.width; ++x)
    for (int y = 0; y < grid.height; ++y) pixels += in_triangle(x + 0.5, y + 0.5);
  EXPECT_EQ(mask_of(triangle).area(), pixels);
}

TEST(MaskOverlap, NothingSharesNothing) {
  const TrackTable empty = one_row({5, 5, 0, 0}), outside = one_row({-50, -50, 20, 20});
  EXPECT_EQ(overlap(mask_of(empty), mask_of(empty)), 0);
  EXPECT_EQ(mask_of(outside).area(), 0);
}

}  // namespace
}  // namespace overlace::test

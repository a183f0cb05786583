// SPDX-License-Identifier: Apache-2.0
// Heat sums, compared with sums over all rows one by one.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "graph/core/frame_clock.h"
#include "graph/data/heat_sums.h"

namespace overlace::test {
namespace {

constexpr Size picture{96, 54};  // 0.4 px cells
constexpr std::int32_t frames = 400, first_frame = 1001;

TrackTable walkers() {
  std::mt19937 random(5);
  std::uniform_real_distribution<float> x(-10, 106), y(-10, 64), side(1, 20);
  std::vector<TrackRow> rows;
  for (std::int32_t frame = 0; frame < frames; ++frame)
    for (int i = 0; i < 3; ++i)
      rows.push_back({.frame = first_frame + frame,
                      .id = i,
                      .box = {x(random), y(random), side(random), side(random)}});
  return make_track_table(rows, {});
}

HeatRule rule_of(HeatMode mode, HeatShape shape = HeatShape::point) {
  HeatRule rule{.shape = shape, .anchor = Anchor::center, .radius = 3, .mode = mode, .window = 70};
  for (std::uint32_t row = 0; row < frames * 3; ++row)
    rule.weight.push_back(static_cast<float>(row % 3) * 0.75F);
  return rule;
}

/// A row's contribution to a cell, as defined by HeatSums.
double amount(const TrackTable& table, std::uint32_t row, const HeatGrid& grid,
              const HeatRule& rule, int cx, int cy) {
  const Box& b = table.box[row];
  const double c = grid.cell, left = cx * c, top = cy * c;
  if (rule.shape == HeatShape::box) {
    const auto overlap = [](double from, double to, double at, double size) {
      return std::max(std::min(to, at + size) - std::max(from, at), 0.0) / size;
    };
    return std::round(255.0 * rule.weight[row] * overlap(b.x, double{b.x} + b.width, left, c) *
                      overlap(b.y, double{b.y} + b.height, top, c));
  }
  const double dx = left + c / 2 - (b.x + b.width / 2), dy = top + c / 2 - (b.y + b.height / 2);
  const double t = std::max(1 - (dx * dx + dy * dy) / (rule.radius * rule.radius), 0.0);
  return std::round(255.0 * rule.weight[row] * t * t);
}

/// A cell's value at a frame, summed over all rows of the clip.
double expected(const TrackTable& table, const HeatGrid& grid, const HeatRule& rule,
                std::int32_t frame, int x, int y) {
  double sum = 0;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const std::int32_t ago = frame - table.frame_of(row);
    if (ago < 0 || (rule.mode != HeatMode::total && ago >= rule.window)) continue;
    sum += amount(table, row, grid, rule, x, y) *
           (rule.mode == HeatMode::fade ? rule.window - ago : 1);
  }
  return sum;
}

TEST(HeatSums, CellsAreSquaresOfAHundredThirtyFifthOfTheHeight) {
  EXPECT_EQ(HeatGrid({1920, 1080}).cells, (Size{240, 135}));
  EXPECT_EQ(HeatGrid({3840, 2160}).cells, (Size{240, 135}));
  EXPECT_EQ(HeatGrid({768, 576}).cells, (Size{180, 135}));
  EXPECT_EQ(HeatGrid({100, 540}).cells, (Size{25, 135}));
}

TEST(HeatSums, AreTheSumsOfAllRows) {
  const TrackTable table = walkers();
  const HeatGrid grid(picture);
  std::mt19937 random(9);
  for (const HeatMode mode : {HeatMode::total, HeatMode::window, HeatMode::fade})
    for (const HeatShape shape : {HeatShape::point, HeatShape::box}) {
      const HeatRule rule = rule_of(mode, shape);
      const HeatSums sums(table, grid, rule);
      HeatSums::Memory memory = sums.make_memory();
      std::vector<std::uint64_t> values(grid.count());
      for (const std::int32_t frame : {0, 1, 69, 70, 71, 255, 256, 200, 399, 430}) {
        sums.at(table, first_frame + frame, memory, values);
        for (int i = 0; i < 40; ++i) {
          const int x = static_cast<int>(random() % static_cast<unsigned>(grid.cells.width));
          const int y = static_cast<int>(random() % static_cast<unsigned>(grid.cells.height));
          // Halves may be rounded either way: by 1 for each row.
          EXPECT_NEAR(
              static_cast<double>(values[static_cast<std::size_t>(y * grid.cells.width + x)]),
              expected(table, grid, rule, first_frame + frame, x, y),
              mode == HeatMode::fade ? 70 : 1)
              << frame << ' ' << x << ' ' << y;
        }
      }
    }
}

/// A clip of nominally 10 frames/s whose frames last a tenth to a whole second.
class UnevenFrames {
 public:
  UnevenFrames() {
    for (int i = 0; i <= frames + 40; ++i) {
      times_.push_back(at_);
      at_ += 0.1 * (1 + i * 7 % 10);
    }
  }
  [[nodiscard]] double at(std::int32_t frame) const {
    return times_[static_cast<std::size_t>(frame - first_frame)];
  }
  [[nodiscard]] ClipInfo clip() const {
    ClipInfo clip{.size = picture, .frame_rate = {10}, .first_frame = first_frame};
    clip.clock = std::make_shared<const FrameClock>([times = times_] {
      return FrameClock::Reading{times, true};
    });
    return clip;
  }

 private:
  std::vector<double> times_;
  double at_ = 0;
};

TEST(HeatSums, CountSecondsWhereFramesLastDifferently) {
  const TrackTable table = walkers();
  const HeatGrid grid(picture);
  const UnevenFrames uneven;
  constexpr double window_s = 7, rate = 10;
  std::mt19937 random(9);
  for (const HeatMode mode : {HeatMode::total, HeatMode::window, HeatMode::fade}) {
    HeatRule rule = rule_of(mode);
    rule.clip = uneven.clip();
    const HeatSums sums(table, grid, rule);
    HeatSums::Memory memory = sums.make_memory();
    std::vector<std::uint64_t> values(grid.count());
    for (const std::int32_t frame : {0, 1, 12, 13, 14, 200, 399, 405, 430}) {
      sums.at(table, first_frame + frame, memory, values);
      for (int i = 0; i < 40; ++i) {
        const int x = static_cast<int>(random() % static_cast<unsigned>(grid.cells.width));
        const int y = static_cast<int>(random() % static_cast<unsigned>(grid.cells.height));
        double expected = 0;  // in seconds of a whole object
        for (std::uint32_t row = 0; row < table.row_count(); ++row) {
          const std::int32_t at = table.frame_of(row);
          const double ago = uneven.at(first_frame + frame) - uneven.at(at);
          const double window = mode == HeatMode::total ? 1e9 : window_s - 1e-9;
          if (ago < 0 || ago >= window) continue;
          const double lasts = uneven.at(at + 1) - uneven.at(at);
          expected += amount(table, row, grid, rule, x, y) / 255 * lasts *
                      (mode == HeatMode::fade ? 1 - ago / window_s : 1);
        }
        const double value =
            static_cast<double>(values[static_cast<std::size_t>(y * grid.cells.width + x)]) /
            static_cast<double>(sums.unit()) / rate;
        EXPECT_NEAR(value, expected, 0.02 + 0.02 * expected)
            << static_cast<int>(mode) << ' ' << frame << ' ' << x << ' ' << y;
      }
    }
  }
}

TEST(HeatSums, DoNotDependOnTheFramesBefore) {
  const TrackTable table = walkers();
  const HeatGrid grid(picture);
  for (const HeatMode mode : {HeatMode::total, HeatMode::window, HeatMode::fade}) {
    const HeatSums sums(table, grid, rule_of(mode));
    HeatSums::Memory run = sums.make_memory();
    std::vector<std::uint64_t> going_on(grid.count()), alone(grid.count());
    for (std::int32_t frame = 0; frame < frames; ++frame) {
      sums.at(table, first_frame + frame, run, going_on);
      if (frame % 37 != 0) continue;
      HeatSums::Memory fresh = sums.make_memory();
      sums.at(table, first_frame + frame, fresh, alone);
      EXPECT_EQ(going_on, alone) << frame;
    }
  }
}

TEST(HeatSums, ThePeakIsTheLargestValueOfTheClip) {
  const TrackTable table = walkers();
  const HeatGrid grid(picture);
  for (const HeatMode mode : {HeatMode::total, HeatMode::window, HeatMode::fade}) {
    const HeatSums sums(table, grid, rule_of(mode));
    HeatSums::Memory memory = sums.make_memory();
    std::vector<std::uint64_t> values(grid.count());
    std::uint64_t largest = 0;
    for (std::int32_t frame = 0; frame < frames; ++frame) {
      sums.at(table, first_frame + frame, memory, values);
      largest = std::max(largest, *std::max_element(values.begin(), values.end()));
    }
    EXPECT_EQ(sums.peak(), largest);
  }
}

/// 1.06 million boxes that add 16 x 255 to a cell are 4.32e9, more than 2^32.
TEST(HeatSums, AMillionRowsOnACellAreCounted) {
  constexpr std::uint32_t count = 1'060'000;
  const HeatGrid grid(picture);
  const Vec2 middle{10.5F * grid.cell, 20.5F * grid.cell};
  const TrackTable table = make_track_table(
      std::vector<TrackRow>(count, {.frame = 0, .box = {middle.x, middle.y, 0, 0}}), {});
  const HeatSums sums(table, grid,
                      {.anchor = Anchor::center,
                       .radius = grid.cell / 2,
                       .weight = std::vector<float>(count, HeatSums::most_weight)});
  HeatSums::Memory memory = sums.make_memory();
  std::vector<std::uint64_t> values(grid.count());
  sums.at(table, 0, memory, values);
  const std::uint64_t expected = std::uint64_t{count} * 255 * 16;
  EXPECT_EQ(values[static_cast<std::size_t>(20 * grid.cells.width + 10)], expected);
  EXPECT_EQ(sums.peak(), expected);
}

TEST(HeatSums, KeepWithinTheirMemory) {
  const TrackTable table = walkers();
  const HeatGrid grid(picture);
  const std::size_t two = 2 * grid.count() * 16;
  const HeatSums few(table, grid, rule_of(HeatMode::fade), two),
      all(table, grid, rule_of(HeatMode::fade));
  EXPECT_LE(few.kept_bytes(), two);
  EXPECT_GT(few.kept_bytes(), 0U);
  EXPECT_GT(all.kept_bytes(), few.kept_bytes());
  HeatSums::Memory a = few.make_memory(), b = all.make_memory();
  std::vector<std::uint64_t> of_few(grid.count()), of_all(grid.count());
  few.at(table, first_frame + 390, a, of_few);
  all.at(table, first_frame + 390, b, of_all);
  EXPECT_EQ(of_few, of_all);
}

TEST(HeatSums, AnObjectThatStaysAddsItsWholeWeight) {
  std::vector<TrackRow> rows;
  for (std::int32_t frame = 0; frame < 10; ++frame)
    rows.push_back({.frame = frame, .id = 1, .box = {48.2F, 27, 0, 0}});
  const TrackTable table = make_track_table(rows, {});
  const HeatGrid grid({960, 540});  // 4 px cells, one of which is centred at (50, 26)
  HeatRule rule{.radius = 40, .window = 4, .weight = std::vector<float>(10, 1)};
  rule.mode = HeatMode::window;
  const HeatSums sums(table, grid, rule);
  HeatSums::Memory memory = sums.make_memory();
  std::vector<std::uint64_t> values(grid.count());
  sums.at(table, 9, memory, values);
  EXPECT_NEAR(static_cast<double>(sums.peak()), 4.0 * static_cast<double>(sums.unit()), 10);
  EXPECT_EQ(sums.peak(), *std::max_element(values.begin(), values.end()));
}

}  // namespace
}  // namespace overlace::test

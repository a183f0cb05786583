// SPDX-License-Identifier: Apache-2.0
// draw_particles: their number, birthplace and flight. The clip has 10 frames per second.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

#include "gpu/kernels/emit_particles.h"
#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

constexpr double pi = std::numbers::pi;

/// A 10 px wide object that moves by `step` px per frame during the first frames of a longer clip.
TrackTable moving(float step, int frames, int clip_frames) {
  std::vector<std::vector<TrackRow>> rows(static_cast<std::size_t>(clip_frames));
  for (int i = 0; i < frames; ++i)
    rows[static_cast<std::size_t>(i)] = {{.box = {step * static_cast<float>(i), 40, 10, 20}}};
  rows.back().push_back({.id = 9, .box = {500, 500, 1, 1}});  // extends the clip
  return tracks_of(rows);
}

GraphRun run_with(const std::string& params, TrackTable tracks) {
  return {R"("sparks": {"type": "draw_particles", "inputs": {"tracks": "tracks"}, "params": )" +
              params + "}",
          R"(["sparks"])", std::move(tracks)};
}

std::vector<Vec2> centers(const GraphRun& run) {
  std::vector<Vec2> all;
  for (const Primitive& p : run.primitives()) all.push_back(p.shape.center);
  return all;
}

const std::string still =
    R"("scatter": 0, "speed": 0, "inherit": 0, "gravity": 0, "life_spread": 0)";

TEST(DrawParticles, AsManyLiveAsAreBornInALife) {
  GraphRun run = run_with(R"({"rate": 37, "life": 2, )" + still + "}", moving(0, 60, 61));
  for (const int frame : {30, 41, 55}) {
    run.draw(frame);
    EXPECT_NEAR(static_cast<double>(run.primitives().size()), 74, 1) << frame;
  }
}

// Frames at 0, 0.1, … 1 s, then one every second: what is born in a second and lives for half a
// second is half as much as the rate, however far apart the frames are.
TEST(DrawParticles, AreBornAndAgeByTheFramesOwnTimes) {
  std::vector<double> times;
  for (int i = 0; i <= 60; ++i) times.push_back(i <= 10 ? i / 10.0 : i - 9.0);
  GraphRun run(R"("sparks": {"type": "draw_particles", "inputs": {"tracks": "tracks"},
                             "params": {"rate": 60, "life": 0.5, "inherit": 0, "gravity": 0,
                                        "scatter": 0, "speed": 0, "life_spread": 0}})",
               R"(["sparks"])", moving(4, 50, 61), times);
  for (const int frame : {5, 10, 11, 30}) {
    run.draw(frame);
    EXPECT_NEAR(static_cast<double>(run.primitives().size()), 30, 1) << frame;
  }
  // Meanwhile the object moves by 4 px in every 0.1 s, and later in every second.
  for (const auto& [frame, way] : {std::pair{5, 20.0}, {6, 20.0}, {20, 2.0}, {30, 2.0}}) {
    run.draw(frame);
    const auto [least, most] = std::ranges::minmax(centers(run), {}, &Vec2::x);
    EXPECT_NEAR(most.x - least.x, way, way / 15) << frame;
  }
}

TEST(DrawParticles, AreBornAtEvenDistancesOfAnEvenPath) {
  GraphRun run = run_with(R"({"rate": 25, "life": 1, )" + still + "}", moving(5, 40, 41));
  run.draw(30);
  std::vector<Vec2> at = centers(run);
  ASSERT_NEAR(static_cast<double>(at.size()), 25, 1);
  std::ranges::sort(at, {}, &Vec2::x);
  for (std::size_t i = 0; i < at.size(); ++i) {
    EXPECT_EQ(at[i].y, 50);
    if (i > 0) EXPECT_NEAR(at[i].x - at[i - 1].x, 5 * 10 / 25.0, 1e-3);
  }
  EXPECT_LE(at.back().x, 155.001);  // the object is at 5 x 30 + 5
  EXPECT_GE(at.front().x, 155 - 52.001);
}

TEST(DrawParticles, OutliveTheirObject) {
  GraphRun run = run_with(R"({"rate": 20, "life": 1.5, )" + still + "}", moving(0, 10, 60));
  std::size_t before = 1000;
  for (const int frame : {12, 16, 20, 24}) {
    run.draw(frame);
    const std::size_t count = run.primitives().size();
    EXPECT_GT(count, 0U) << frame;
    EXPECT_LT(count, before) << frame;
    before = count;
  }
  run.draw(26);
  EXPECT_TRUE(run.primitives().empty());
}

TEST(DrawParticles, FlyWithinTheirFanAtTheirSpeed) {
  // Without drag, every particle is speed x age away from its birthplace. Its life is 1 frame.
  GraphRun run = run_with(
      R"({"rate": 2000, "life": 0.1, "life_spread": 0, "scatter": 0, "inherit": 0, "gravity": 0,
          "drag": 0, "angle": 90, "spread": 60, "speed": 1000, "speed_spread": 0,
          "size": 1, "size_end": 1, "color_end": "#fff"})",
      moving(0, 20, 21));
  run.draw(10);
  const std::vector<Vec2> at = centers(run);
  ASSERT_GT(at.size(), 150U);
  double sum = 0;
  for (const Vec2 p : at) {
    const double x = p.x - 5, y = p.y - 50;
    EXPECT_LE(std::hypot(x, y), 100.01);
    if (std::hypot(x, y) < 1) continue;
    const double off = std::atan2(x, y) * 180 / pi;  // from straight down
    EXPECT_LE(std::abs(off), 30.01);
    sum += off;
  }
  // The mean of n directions, uniform over 60 degrees, strays by 60 / sqrt(12 n): four times that.
  const auto count = static_cast<double>(at.size());
  EXPECT_NEAR(sum / count, 0, 4 * 60 / std::sqrt(12 * count));
}

TEST(DrawParticles, ColourAndSizeGoFromBirthToEnd) {
  GraphRun run = run_with(R"({"rate": 10, "life": 1, "size": 8, "size_end": 2, "color": "#ff0000",
                              "color_end": "#0000ff", )" +
                              still + "}",
                          moving(0, 40, 41));
  run.draw(30);
  ASSERT_FALSE(run.primitives().empty());
  float youngest = 1, oldest = 0;
  for (const Primitive& p : run.primitives()) {
    youngest = std::min(youngest, p.fill.b);
    oldest = std::max(oldest, p.fill.b);
    EXPECT_NEAR(p.fill.r + p.fill.b, 1, 1e-5);
    EXPECT_NEAR(2 * p.shape.half_size.x, 8 - 6 * p.fill.b, 1e-4);
  }
  EXPECT_LT(youngest, 0.2F);
  EXPECT_GT(oldest, 0.8F);
}

TEST(DrawParticles, AFrameStandsAlone) {
  const std::string params = R"({"rate": 55, "life": 1, "seed": 3})";
  GraphRun forward = run_with(params, moving(3, 40, 41)),
           alone = run_with(params, moving(3, 40, 41));
  for (int frame = 0; frame <= 30; ++frame) forward.draw(frame);
  alone.draw(30);
  ASSERT_EQ(forward.primitives().size(), alone.primitives().size());
  EXPECT_FALSE(alone.primitives().empty());
  for (std::size_t i = 0; i < alone.primitives().size(); ++i) {
    EXPECT_EQ(forward.primitives()[i].shape.center, alone.primitives()[i].shape.center);
    EXPECT_EQ(forward.primitives()[i].fill, alone.primitives()[i].fill);
  }
}

TEST(DrawParticles, AParticleFliesOnFromFrameToFrame) {
  // Identifies the particle by its rank in order of birth; the oldest leave at the front.
  GraphRun run = run_with(R"({"rate": 10, "life": 3, "life_spread": 0, "scatter": 0, "inherit": 0,
                              "gravity": 0, "drag": 0, "speed": 50, "speed_spread": 0})",
                          moving(0, 40, 41));
  run.draw(20);
  const std::vector<Vec2> before = centers(run);
  run.draw(21);
  const std::vector<Vec2> after = centers(run);
  ASSERT_EQ(after.size(), before.size() + 1);
  for (std::size_t i = 0; i < before.size(); ++i)
    EXPECT_NEAR(std::hypot(after[i].x - before[i].x, after[i].y - before[i].y), 5, 1e-3);
}

TEST(DrawParticles, RefusesMoreThanAFrameHolds) {
  try {
    run_with(R"({"rate": 2000, "life": 60})", moving(0, 400, 401));
    FAIL() << "not refused";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("20000 particles"), std::string::npos) << error.what();
  }
}

/// Integrates p'' = g - k p' in small steps (fourth-order Runge-Kutta) from p = 0, p' = v.
double integrate(double v, double g, double k, double time) {
  constexpr int steps = 4000;
  const double h = time / steps;
  double p = 0;
  for (int i = 0; i < steps; ++i) {
    const auto slope = [&](double u) { return g - k * u; };
    const double a = slope(v), b = slope(v + h / 2 * a), c = slope(v + h / 2 * b);
    const double d = slope(v + h * c);
    p += h * (v + h / 6 * (a + b + c));
    v += h / 6 * (a + 2 * b + 2 * c + d);
  }
  return p;
}

TEST(DrawParticles, WaysSolveTheEquationOfMotion) {
  for (const double drag : {0.0, 0.0005, 0.3, 4.0, 90.0}) {
    for (const double time : {0.01, 0.5, 3.0, 50.0}) {
      const DragTimes times = drag_times(drag, time);
      const double wanted = integrate(120, -35, drag, time);
      const double largest = 120 * time + 35 * time * time;
      EXPECT_NEAR(120 * double{times.velocity} - 35 * double{times.acceleration}, wanted,
                  1e-6 * largest)
          << drag << " " << time;
    }
  }
}

TEST(DrawParticles, DirectionsAreSinesAndCosines) {
  for (float degrees = -700; degrees <= 700; degrees += 7.3F) {
    const Vec2 toward = direction_at(degrees);
    EXPECT_NEAR(toward.x, std::cos(double{degrees} * pi / 180), 1e-7) << degrees;
    EXPECT_NEAR(toward.y, std::sin(double{degrees} * pi / 180), 1e-7) << degrees;
  }
}

}  // namespace
}  // namespace overlace::test

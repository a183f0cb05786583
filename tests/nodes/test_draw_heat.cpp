// SPDX-License-Identifier: Apache-2.0
// draw_heat: positions of its colours on a black 200 x 100 px picture, at 10 frames per second.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// From transparent black to opaque white, so that the pixels show the heat itself.
constexpr const char* plain = R"("ramp": ["#000", "#fff"], "floor": 0, "soft": 0, "opacity": 1)";

GraphRun heated(const std::string& params, TrackTable tracks, std::int32_t frame) {
  GraphRun run(R"("heat": {"type": "draw_heat", "inputs": {"tracks": "tracks"}, "params": {)" +
                   std::string(plain) + (params.empty() ? "" : ", ") + params + "}}",
               R"(["heat"])", std::move(tracks));
  run.draw(frame);
  return run;
}

/// Twenty frames: one object stands at (50, 50), another passes (150, 50) in frames 5 to 9.
TrackTable visitors() {
  std::vector<std::vector<TrackRow>> frames(20);
  for (std::size_t f = 0; f < frames.size(); ++f) {
    frames[f].push_back({.id = 1, .box = {40, 30, 20, 20}});
    if (f >= 5 && f < 10)
      frames[f].push_back({.id = 2, .box = {140, 30, 20, 20}, .class_index = 1});
  }
  return tracks_of(frames);
}

int at(const GraphRun& run, int x, int y) {
  return run.picture().at(x, y, 0);
}

TEST(DrawHeat, TotalIsTheShareOfTheClipsMost) {
  const std::string params = R"("radius": 20)";
  EXPECT_NEAR(at(heated(params, visitors(), 19), 50, 50), 255, 6);
  EXPECT_NEAR(at(heated(params, visitors(), 9), 50, 50), 255 / 2, 6);
  EXPECT_NEAR(at(heated(params, visitors(), 9), 150, 50), 255 / 4, 6);
  EXPECT_NEAR(at(heated(params, visitors(), 19), 150, 50), 255 / 4, 6) << "it stays";
  EXPECT_EQ(at(heated(params, visitors(), 4), 150, 50), 0);
}

TEST(DrawHeat, ASpotFallsToNothingAtItsRadius) {
  const GraphRun run = heated(R"("radius": 20)", visitors(), 19);
  const auto left_at = [](double distance) {
    const double t = 1 - distance * distance / 400;
    return 255 * t * t;
  };
  for (const int off : {4, 8, 12, 16}) {  // to pixel corners; centres are half a pixel off
    EXPECT_NEAR(at(run, 50 + off, 50), left_at(off + 0.5), 4) << off;
    EXPECT_NEAR(at(run, 50, 50 - off), left_at(off - 0.5), 4) << off;
  }
  EXPECT_EQ(at(run, 50 + 22, 50), 0);
}

TEST(DrawHeat, AWindowForgetsAtOnceAndAFadeByAndBy) {
  const std::string window = R"("radius": 20, "mode": "window", "seconds": 0.5)";
  EXPECT_NEAR(at(heated(window, visitors(), 9), 150, 50), 255, 6);
  EXPECT_NEAR(at(heated(window, visitors(), 12), 150, 50), 255 * 2 / 5, 6);
  EXPECT_EQ(at(heated(window, visitors(), 14), 150, 50), 0);
  // Of weights 1, 4/5, 3/5, 2/5 and 1/5, 3 in total.
  const std::string fade = R"("radius": 20, "mode": "fade", "seconds": 0.5)";
  EXPECT_NEAR(at(heated(fade, visitors(), 9), 150, 50), 255, 6);
  EXPECT_NEAR(at(heated(fade, visitors(), 11), 150, 50), 255 * 1.2 / 3, 6);
  EXPECT_NEAR(at(heated(fade, visitors(), 13), 150, 50), 255 * 0.2 / 3, 6);
}

TEST(DrawHeat, ANumberOfSecondsIsTheHottest) {
  const std::string params = R"("radius": 20, "scale": "number", "full": 4)";
  EXPECT_NEAR(at(heated(params, visitors(), 19), 50, 50), 255 / 2, 6);
  EXPECT_NEAR(at(heated(params, visitors(), 19), 150, 50), 255 / 8, 6);
}

TEST(DrawHeat, AFramesOwnMostIsTheHottestOnRequest) {
  const std::string params = R"("radius": 20, "scale": "frame")";
  EXPECT_NEAR(at(heated(params, visitors(), 2), 50, 50), 255, 2);
}

TEST(DrawHeat, ARootLiftsQuietPlaces) {
  const std::string params = R"("radius": 20, "curve": "root")";
  EXPECT_NEAR(at(heated(params, visitors(), 19), 50, 50), 255, 6);
  EXPECT_NEAR(at(heated(params, visitors(), 19), 150, 50), 255 / 2, 6) << "a quarter of the most";
}

TEST(DrawHeat, BoxesHeatAllThatTheyCover) {
  const GraphRun run = heated(R"("shape": "box")", visitors(), 19);
  EXPECT_EQ(at(run, 42, 32), 255);
  EXPECT_EQ(at(run, 58, 48), 255);
  EXPECT_EQ(at(run, 58, 54), 0);
  EXPECT_NEAR(at(run, 150, 40), 255 / 4, 1);
}

TEST(DrawHeat, WeightsChooseWhoCounts) {
  const std::string params =
      R"("radius": 20, "scale": "number", "full": 2, "weight": {"expr": "id == 2 ? 1 : 0"})";
  EXPECT_EQ(at(heated(params, visitors(), 19), 50, 50), 0);
  EXPECT_NEAR(at(heated(params, visitors(), 19), 150, 50), 255 / 4, 6);
}

TEST(DrawHeat, WhatIsBelowTheFloorIsClear) {
  GraphRun run(R"("under": {"type": "draw_fill", "params": {"color": "#808080"}},
      "heat": {"type": "draw_heat", "inputs": {"tracks": "tracks"},
               "params": {"radius": 20, "ramp": ["#f00", "#f00"], "floor": 0.5, "soft": 0,
                          "opacity": 1}})",
               R"(["under", "heat"])", visitors());
  run.draw(19);
  EXPECT_EQ(run.picture().at(50, 50, 1), 0);
  EXPECT_EQ(run.picture().at(150, 50, 1), 128) << "a quarter of the most";
  EXPECT_EQ(run.picture().at(100, 50, 1), 128);
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// draw_waveform: its height, and its timing; in a 200 x 100 px picture at 10 frames per second.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"
#include "tests/nodes/params_of.h"

namespace overlace::test {
namespace {

constexpr int rate = 8000;

/// One second of 0.5, and one second of silence.
std::shared_ptr<const ClipAudio> step() {
  std::vector<float> samples(2 * rate);
  std::fill_n(samples.begin(), rate, 0.5F);
  return sound_of(std::move(samples), rate);
}

constexpr const char* usual =
    R"("left": 0, "right": 1, "top": 0, "bottom": 1, "seconds": 2, "now": 0.5,
    "color": "#f00", "color_ahead": "#0f0", "axis_color": "#00f", "line_width": 2)";

GraphRun drawn(const std::shared_ptr<const ClipAudio>& sound, const std::string& params,
               std::int32_t frame) {
  GraphRun run(R"("heard": {"type": "audio_input"},
                  "wave": {"type": "draw_waveform", "inputs": {"audio": "heard"}, "params": )" +
                   params_of(usual, params) + "}",
               R"(["wave"])", TrackTable{}, sound);
  run.draw(frame);
  return run;
}

TEST(DrawWaveform, ReachesFromTheLeastSampleToTheLargest) {
  const GraphRun run = drawn(step(), R"("fit": false)", 10);
  // 0.5 of full scale is half of the upper 50 px. The sound lasts from x = 0 to 100.
  EXPECT_EQ(run.picture().at(50, 27, 0), 255);
  EXPECT_EQ(run.picture().at(50, 23, 0), 0);
  EXPECT_EQ(run.picture().at(50, 47, 0), 255);
  EXPECT_EQ(run.picture().at(50, 55, 0), 0);
  EXPECT_EQ(run.picture().at(150, 30, 1), 0) << "silence";
}

TEST(DrawWaveform, TheLoudestSampleFitsTheHeight) {
  const GraphRun run = drawn(step(), "", 10);
  EXPECT_EQ(run.picture().at(50, 3, 0), 255);
}

TEST(DrawWaveform, WhatIsToComeHasItsOwnColour) {
  const GraphRun run = drawn(step(), "", 5);  // the sound lasts from x = 50 to 150; now is at 100
  EXPECT_EQ(run.picture().at(70, 20, 0), 255);
  EXPECT_EQ(run.picture().at(70, 20, 1), 0);
  EXPECT_EQ(run.picture().at(130, 20, 0), 0);
  EXPECT_EQ(run.picture().at(130, 20, 1), 255);
  EXPECT_EQ(run.picture().at(30, 20, 0), 0) << "before the clip";
  EXPECT_EQ(run.picture().at(170, 20, 1), 0);
}

TEST(DrawWaveform, BarsStandInTheMiddleOfTheirPlaces) {
  const GraphRun run = drawn(step(), R"("style": "bars", "bars": 10, "bar_width": 0.5)", 10);
  // 10 px bars at a pitch of 20 px.
  EXPECT_EQ(run.picture().at(50, 30, 0), 255);
  EXPECT_EQ(run.picture().at(41, 30, 0), 0);
  EXPECT_EQ(run.picture().at(58, 30, 0), 0);
}

TEST(DrawWaveform, WithoutSoundOnlyTheMiddleLineIsThere) {
  const GraphRun run = drawn(std::make_shared<const ClipAudio>(), "", 10);
  EXPECT_EQ(run.picture().at(100, 50, 2), 255);
  EXPECT_EQ(run.picture().at(100, 30, 0), 0);
  EXPECT_EQ(run.primitives().size(), 1U);
}

TEST(DrawWaveform, ALongWindowKeepsASingleSample) {
  std::vector<float> samples(20 * rate);
  samples[5 * rate + 77] = 1;
  const GraphRun run = drawn(sound_of(std::move(samples), rate), R"("seconds": 40, "now": 0)", 0);
  int tallest = 0;  // 200 px are 40 s: it is at x = 25
  for (int x = 0; x < 200; ++x)
    if (run.picture().at(x, 25, 1) > run.picture().at(tallest, 25, 1)) tallest = x;
  EXPECT_NEAR(tallest, 25, 1);
}

}  // namespace
}  // namespace overlace::test

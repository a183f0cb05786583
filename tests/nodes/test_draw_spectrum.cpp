// SPDX-License-Identifier: Apache-2.0
// draw_spectrum: which bars rise, and how fast they fall; in a 200 x 100 px picture at 10 frames
// per second.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/nodes/harness.h"
#include "tests/nodes/params_of.h"

namespace overlace::test {
namespace {

constexpr int rate = 8000;

/// One second of 1500 Hz, then two of silence.
std::shared_ptr<const ClipAudio> tone() {
  std::vector<float> samples = sine(1500, 0.5, rate, 1);
  samples.resize(3 * rate);
  return sound_of(std::move(samples), rate);
}

constexpr const char* usual =
    R"("left": 0, "right": 1, "top": 0, "bottom": 1, "bars": 4, "bar_width": 0.5,
    "axis": "linear", "low": 0, "high": 4000, "floor": 0, "attack": 0, "release": 0,
    "color": "#fff", "color_high": "#fff")";

GraphRun drawn(const std::shared_ptr<const ClipAudio>& sound, const std::string& params,
               std::int32_t frame) {
  GraphRun run(R"("heard": {"type": "audio_input"},
                  "bands": {"type": "audio_spectrum", "inputs": {"audio": "heard"},
                            "params": {"size": 256, "hop": 80}},
                  "bars": {"type": "draw_spectrum", "inputs": {"audio": "bands"}, "params": )" +
                   params_of(usual, params) + "}",
               R"(["bars"])", TrackTable{}, sound);
  run.draw(frame);
  return run;
}

/// The upper end of the painted part of a pixel column.
int top_of(const GraphRun& run, int x) {
  int y = 0;
  while (y < 100 && run.picture().at(x, y, 0) < 128) ++y;
  return y;
}

TEST(DrawSpectrum, TheBarOfATonesBandIsFull) {
  const GraphRun run = drawn(tone(), "", 5);
  EXPECT_LE(top_of(run, 75), 2) << "1000 to 2000 Hz stand from x = 50 to 100";
  EXPECT_GE(top_of(run, 175), 70) << "3000 to 4000 Hz";
  EXPECT_EQ(top_of(run, 55), 100) << "between bars";
}

TEST(DrawSpectrum, FallsAsTheReleaseSays) {
  // The tone ends at 1 s: half a second later, with a release of 1 s, e^-0.5 of the height is left.
  const GraphRun run = drawn(tone(), R"("release": 1000)", 15);
  EXPECT_NEAR(top_of(run, 75), 100 * (1 - std::exp(-0.5)), 3);
  EXPECT_GE(top_of(drawn(tone(), "", 15), 75), 70) << "at once";
}

TEST(DrawSpectrum, RisesAsTheAttackSays) {
  std::vector<float> samples(rate);
  const std::vector<float> sound = sine(1500, 0.5, rate, 2);
  samples.insert(samples.end(), sound.begin(), sound.end());
  const GraphRun run =
      drawn(sound_of(std::move(samples), rate), R"("attack": 500)", 15);  // heard for 0.5 s
  EXPECT_NEAR(top_of(run, 75), 100 * std::exp(-1), 3);
}

TEST(DrawSpectrum, MirroredBarsBeginInTheMiddle) {
  const GraphRun run = drawn(tone(), R"("mirror": true)", 5);
  // Eight bars of 25 px: those of the tone are second from the middle.
  EXPECT_LE(top_of(run, 137), 2);
  EXPECT_LE(top_of(run, 62), 2);
  EXPECT_GE(top_of(run, 187), 70);
}

TEST(DrawSpectrum, ARingPointsOutwards) {
  const std::string ring = R"("style": "ring", "inner": 0.5, "turn": 0)";
  const GraphRun run = drawn(tone(), ring, 5);
  // Quarter turns from the top: the second bar points down and right, from 25 to 50 px.
  const auto lit = [&](double radius, double degrees) {
    const double angle = degrees / 180 * 3.14159265;
    return run.picture().at(static_cast<int>(100 + radius * std::cos(angle)),
                            static_cast<int>(50 + radius * std::sin(angle)), 0) > 128;
  };
  EXPECT_TRUE(lit(45, 45));
  EXPECT_FALSE(lit(15, 45));
  EXPECT_FALSE(lit(45, 225)) << "another band";
}

TEST(DrawSpectrum, WithoutSoundItsBarsRest) {
  const GraphRun run = drawn(std::make_shared<const ClipAudio>(), "", 5);
  EXPECT_GT(top_of(run, 75), 70);
  EXPECT_LT(top_of(run, 75), 100) << "a stub";
}

}  // namespace
}  // namespace overlace::test

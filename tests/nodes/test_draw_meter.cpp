// SPDX-License-Identifier: Apache-2.0
// draw_meter: the filled part, and how long a peak is held; in a 200 x 100 px picture at 10 frames
// per second.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"
#include "tests/nodes/params_of.h"

namespace overlace::test {
namespace {

constexpr int rate = 8000;

/// One second of a sine with peaks at -12.04 dB, then two of silence.
std::shared_ptr<const ClipAudio> tone() {
  std::vector<float> samples = sine(500, 0.25, rate, 1);
  samples.resize(3 * rate);
  return sound_of(std::move(samples), rate);
}

constexpr const char* usual =
    R"("left": 0, "right": 1, "top": 0, "bottom": 1, "low": -48, "high": 0,
    "attack": 0, "release": 0, "hold": 0, "line_width": 4,
    "color": "#0f0", "hot_color": "#f00", "empty": "#00f")";

GraphRun drawn(const std::shared_ptr<const ClipAudio>& sound, const std::string& params,
               std::int32_t frame) {
  GraphRun run(R"("heard": {"type": "audio_input"},
                  "levels": {"type": "audio_levels", "inputs": {"audio": "heard"}},
                  "meter": {"type": "draw_meter", "inputs": {"audio": "levels"}, "params": )" +
                   params_of(usual, params) + "}",
               R"(["meter"])", TrackTable{}, sound);
  run.draw(frame);
  return run;
}

int red(const GraphRun& run, int x, int y = 50) {
  return run.picture().at(x, y, 0);
}
int green(const GraphRun& run, int x, int y = 50) {
  return run.picture().at(x, y, 1);
}
int blue(const GraphRun& run, int x, int y = 50) {
  return run.picture().at(x, y, 2);
}

TEST(DrawMeter, FillsUpToTheLevel) {
  const GraphRun run = drawn(tone(), "", 5);  // -12.04 dB is 0.749 of the way from -48 to 0
  EXPECT_EQ(green(run, 147), 255);
  EXPECT_EQ(blue(run, 147), 0);
  EXPECT_EQ(green(run, 152), 0);
  EXPECT_EQ(blue(run, 152), 255);
}

TEST(DrawMeter, IsHotAboveALevel) {
  const GraphRun run = drawn(tone(), R"("hot": -24)", 5);  // halfway
  EXPECT_EQ(green(run, 97), 255);
  EXPECT_EQ(red(run, 103), 255);
  EXPECT_EQ(green(run, 103), 0);
}

TEST(DrawMeter, StandsWhereItIsTallerThanWide) {
  const GraphRun run = drawn(tone(), R"("right": 0.1)", 5);
  EXPECT_EQ(green(run, 10, 90), 255);
  EXPECT_EQ(green(run, 10, 27), 255);
  EXPECT_EQ(blue(run, 10, 22), 255);
}

TEST(DrawMeter, APeakStaysForAWhile) {
  const std::string hold = R"("hold": 1)";
  const GraphRun run = drawn(tone(), hold, 15);  // half a second after the tone
  EXPECT_EQ(blue(run, 50), 255) << "silence";
  EXPECT_EQ(green(run, 149), 255);
  EXPECT_EQ(green(drawn(tone(), hold, 25), 149), 0) << "gone";
}

TEST(DrawMeter, SegmentsAreLitOneByOne) {
  const GraphRun run = drawn(tone(), R"("segments": 4)", 5);
  for (const int x : {10, 60, 110}) EXPECT_EQ(green(run, x), 255) << x;
  EXPECT_EQ(blue(run, 160), 255);
  EXPECT_EQ(green(run, 45) + blue(run, 45), 0) << "a gap";
}

TEST(DrawMeter, ANeedlePointsToTheLevel) {
  // The dial is a quarter circle above the middle of the lower side.
  const GraphRun silent = drawn(std::make_shared<const ClipAudio>(), R"("style": "needle")", 5);
  EXPECT_EQ(green(silent, 100 - 35, 100 - 35), 255) << "at rest: up to the left";
  const GraphRun run = drawn(tone(), R"("style": "needle", "low": -24.08)", 5);  // halfway
  EXPECT_EQ(green(run, 100, 50), 255) << "upright";
  EXPECT_EQ(green(run, 100 - 35, 100 - 35), 0);
}

TEST(DrawMeter, ReleaseSlowsTheFall) {
  // In dB, from -12.04 to -120: with a release of 1 s, 0.1 s falls 9.5 % of the way, to -22.3 dB.
  const GraphRun run = drawn(tone(), R"("release": 1000)", 11);
  EXPECT_EQ(green(run, 100), 255);
  EXPECT_EQ(blue(run, 115), 255);
}

TEST(DrawMeter, NeedsLevels) {
  try {
    GraphRun run(R"("heard": {"type": "audio_input"},
                    "meter": {"type": "draw_meter", "inputs": {"audio": "heard"}})",
                 R"(["meter"])", TrackTable{});
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.problems().front().hint.find("audio_levels"), std::string::npos);
  }
}

}  // namespace
}  // namespace overlace::test

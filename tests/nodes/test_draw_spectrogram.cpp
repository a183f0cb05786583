// SPDX-License-Identifier: Apache-2.0
// draw_spectrogram: times and frequencies of sounds, in a 200 x 100 px picture at 10 frames per
// second. Spectra have a column every 10 ms.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/nodes/harness.h"
#include "tests/nodes/params_of.h"

namespace overlace::test {
namespace {

constexpr int rate = 8000;

constexpr const char* usual = R"("left": 0, "right": 1, "top": 0, "bottom": 1,
    "ramp": ["#000", "#fff"], "axis": "linear", "low": 0, "high": 4000, "seconds": 2, "now": 0.5)";

GraphRun drawn(const std::shared_ptr<const ClipAudio>& sound, const std::string& params,
               std::int32_t frame) {
  GraphRun run(
      R"("heard": {"type": "audio_input"},
         "bands": {"type": "audio_spectrum", "inputs": {"audio": "heard"},
                   "params": {"size": 256, "hop": 80, "phase": true}},
         "gram": {"type": "draw_spectrogram", "inputs": {"audio": "bands"}, "params": )" +
          params_of(usual, params) + "}",
      R"(["gram"])", TrackTable{}, sound);
  run.draw(frame);
  return run;
}

/// Three seconds of silence except for one sample at `click_s`.
std::shared_ptr<const ClipAudio> click(double click_s) {
  std::vector<float> samples(3 * rate);
  samples[static_cast<std::size_t>(click_s * rate)] = 1;
  return sound_of(std::move(samples), rate);
}

/// The brightest column of pixels.
int brightest_column(const GraphRun& run) {
  int best = 0;
  long most = -1;
  for (int x = 0; x < 200; ++x) {
    long sum = 0;
    for (int y = 0; y < 100; ++y) sum += run.picture().at(x, y, 0);
    if (sum > most) best = x;
    most = std::max(most, sum);
  }
  return best;
}
int brightest_row(const GraphRun& run, int x) {
  int best = 0;
  for (int y = 0; y < 100; ++y)
    if (run.picture().at(x, y, 0) > run.picture().at(x, best, 0)) best = y;
  return best;
}

TEST(DrawSpectrogram, AClickStandsAtItsTime) {
  // 200 px are 2 s with the current time in the middle: one pixel is 10 ms.
  EXPECT_NEAR(brightest_column(drawn(click(1), "", 10)), 99.5, 1);
  EXPECT_NEAR(brightest_column(drawn(click(1), "", 8)), 119.5, 1) << "it is to come";
  EXPECT_NEAR(brightest_column(drawn(click(1), R"("now": 1)", 15)), 149.5, 1);
  EXPECT_NEAR(brightest_column(drawn(click(1), R"("seconds": 4)", 10)), 99.5, 1);
}

TEST(DrawSpectrogram, ByWholePixelsAClickStandsAtItsTime) {
  // 200 px are 1.9 s, so that no frame time is a whole number of pixels.
  const std::string params = R"("scroll": "pixels", "seconds": 1.9)";
  for (const int frame : {8, 10, 11, 13}) {
    const double place = 100 + (1 - frame / 10.0) / 1.9 * 200;
    EXPECT_NEAR(brightest_column(drawn(click(1), params, frame)), place - 0.5, 1.5) << frame;
  }
}

// A run computes only new columns, also backwards and after a change of window size.
TEST(DrawSpectrogram, ByWholePixelsAFrameAloneIsThatOfARun) {
  const auto sound = click(1);
  const std::string params =
      R"("scroll": "pixels", "seconds": {"keyframes": [
          {"time": 0, "value": 1.7}, {"time": 1.5, "value": 1.7}, {"time": 1.6, "value": 2.3}]})";
  GraphRun run = drawn(sound, params, 3);
  for (const int frame : {4, 5, 5, 9, 12, 11, 2, 15, 16, 17, 18, 29}) {
    run.draw(frame);
    const GraphRun alone = drawn(sound, params, frame);
    for (int y = 0; y < 100; ++y)
      for (int x = 0; x < 200; ++x)
        ASSERT_EQ(run.picture().at(x, y, 0), alone.picture().at(x, y, 0))
            << frame << ": " << x << ", " << y;
  }
}

TEST(DrawSpectrogram, AClickNeverVanishes) {
  // 30 spectrum columns per pixel.
  for (const int frame : {10, 11, 12, 13}) {
    const GraphRun run = drawn(click(1), R"("seconds": 60)", frame);
    const int x = brightest_column(run);
    EXPECT_EQ(run.picture().at(x, 50, 0), 255) << frame;
  }
}

TEST(DrawSpectrogram, AToneStandsAtItsFrequency) {
  const auto tone = sound_of(sine(1000, 0.5, rate, 3), rate);
  EXPECT_NEAR(brightest_row(drawn(tone, "", 15), 100), 75, 1) << "a quarter of 4000 Hz";
  // 62.5 Hz to 4000 Hz is six octaves, and 1000 Hz is four octaves up.
  const std::string octaves = R"("axis": "log", "low": 62.5)";
  EXPECT_NEAR(brightest_row(drawn(tone, octaves, 15), 100), 100 - 100 * 4.0 / 6, 2);
  // 2595 log10(1 + f/700) is 1000 mel at 1000 Hz, and 2146 at 4000 Hz.
  const std::string mel = R"("axis": "mel")";
  EXPECT_NEAR(brightest_row(drawn(tone, mel, 15), 100), 100 - 100 * 1000.0 / 2146, 2);
}

TEST(DrawSpectrogram, BesideTheSoundAndWithoutItIsTheLowestColour) {
  const GraphRun before = drawn(click(1), R"("ramp": ["#400000", "#fff"])", 0);
  EXPECT_EQ(before.picture().at(20, 50, 0), 64) << "before the clip";
  const GraphRun none =
      drawn(std::make_shared<const ClipAudio>(), R"("ramp": ["#400000", "#fff"])", 10);
  EXPECT_EQ(none.picture().at(100, 50, 0), 64);
}

TEST(DrawSpectrogram, FillsItsPartOfThePicture) {
  const GraphRun run = drawn(click(1), R"("ramp": ["#fff", "#fff"], "left": 0.25, "top": 0.5)", 0);
  EXPECT_EQ(run.picture().at(50, 50, 0), 255);
  EXPECT_EQ(run.picture().at(49, 50, 0), 0);
  EXPECT_EQ(run.picture().at(50, 49, 0), 0);
  EXPECT_EQ(run.picture().at(199, 99, 0), 255);
}

TEST(DrawSpectrogram, QuietLevelsCanBeLeftOut) {
  const std::string params = R"("ramp": ["#fff", "#fff"], "floor": 0.5)";
  const GraphRun run = drawn(click(1), params, 10);
  EXPECT_EQ(run.picture().at(20, 50, 0), 0);
  EXPECT_EQ(run.picture().at(100, 50, 0), 255);
}

TEST(DrawSpectrogram, DataAreTheNumbersThemselves) {
  const GraphRun run = drawn(click(1), R"("colors": "data", "seconds": 2)", 10);
  // The window of the click's column begins 128 samples before the click: phases of its bands
  // alternate between 0 and pi, and its levels are the clip's highest.
  for (int y = 5; y < 95; y += 7) {
    const int level = std::max(run.picture().at(99, y, 0), run.picture().at(100, y, 0));
    EXPECT_EQ(level, 255) << y;
    const int x = run.picture().at(99, y, 0) == 255 ? 99 : 100;
    const int phase = run.picture().at(x, y, 1);
    EXPECT_TRUE(phase <= 1 || phase >= 254 || (phase >= 127 && phase <= 128)) << phase;
    EXPECT_EQ(run.picture().at(x, y, 2), 0);
    EXPECT_EQ(run.picture().at(20, y, 0), 0) << "silence";
  }
}

TEST(DrawSpectrogram, NeedsASpectrum) {
  try {
    GraphRun run(R"("heard": {"type": "audio_input"},
                    "gram": {"type": "draw_spectrogram", "inputs": {"audio": "heard"}})",
                 R"(["gram"])", TrackTable{});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_NE(error.problems().front().hint.find("audio_spectrum"), std::string::npos);
  }
}

}  // namespace
}  // namespace overlace::test

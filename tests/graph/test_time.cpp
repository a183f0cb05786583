// SPDX-License-Identifier: Apache-2.0
// Frames and seconds of clips with a constant and with a variable rate.
#include <gtest/gtest.h>

#include "graph/core/frame_clock.h"
#include "graph/core/time.h"

namespace overlace {
namespace {

/// Frames at 0, 0.1, 0.6, 0.7 and 2 s; 4 frames/s on average, and after them.
ClipInfo variable_clip(int& readings) {
  ClipInfo clip{.frame_rate = {4}, .first_frame = 100};
  clip.clock = std::make_shared<const FrameClock>([&readings] {
    ++readings;
    return FrameClock::Reading{{0, 0.1, 0.6, 0.7, 2}, true};
  });
  return clip;
}

TEST(Time, ConstantRatesAreExact) {
  const ClipInfo clip{.frame_rate = {30000, 1001}, .first_frame = 1001};
  EXPECT_DOUBLE_EQ(seconds_at(clip, 1001 + 30000), 1001);
  EXPECT_EQ(frame_at(clip, 1001), 1001 + 30000);
  EXPECT_DOUBLE_EQ(seconds_between(clip, 1001 + 30, 1001 + 60), 1.001);
  EXPECT_EQ(frames_within(clip, 2000, 2), 60);
  EXPECT_FALSE(has_variable_rate(clip));
}

TEST(Time, FramesHaveTheirOwnTimes) {
  int readings = 0;
  const ClipInfo clip = variable_clip(readings);
  EXPECT_EQ(readings, 0);
  const double table[][2] = {{100, 0}, {101, 0.1},    {102, 0.6},  {102.5, 0.65}, {103, 0.7},
                             {104, 2}, {103.5, 1.35}, {105, 2.25}, {108, 3},      {98, -0.5}};
  for (const auto& [frame, seconds] : table) {
    EXPECT_DOUBLE_EQ(seconds_at(clip, frame), seconds) << frame;
    EXPECT_NEAR(frame_at(clip, seconds), frame, 1e-9) << seconds;
  }
  EXPECT_EQ(time_of(clip, 104).shown_s, 2);
  EXPECT_DOUBLE_EQ(seconds_between(clip, 101, 104), 1.9);
  EXPECT_TRUE(has_variable_rate(clip));
  EXPECT_EQ(readings, 1);
}

TEST(Time, WindowsOfSecondsHaveAnyNumberOfFrames) {
  int readings = 0;
  const ClipInfo clip = variable_clip(readings);
  EXPECT_EQ(frames_within(clip, 103, 0.1), 1);
  EXPECT_EQ(frames_within(clip, 103, 0.6), 2);
  EXPECT_EQ(frames_within(clip, 104, 1.3), 1);
  EXPECT_EQ(frames_within(clip, 104, 2), 4);
}

TEST(Time, AClockThatKeepsTheRateChangesNothing) {
  ClipInfo clip{.frame_rate = {24000, 1001}};
  clip.clock = std::make_shared<const FrameClock>([] {
    return FrameClock::Reading{{0, 0.042, 0.083, 0.125}, false};
  });
  EXPECT_EQ(seconds_at(clip, 2), seconds_at({.frame_rate = {24000, 1001}}, 2));
  EXPECT_EQ(frame_at(clip, 1001), 24000);
}

}  // namespace
}  // namespace overlace

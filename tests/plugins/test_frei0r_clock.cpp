// SPDX-License-Identifier: Apache-2.0
// Frame numbers from the clocks of frei0r hosts.
#include <gtest/gtest.h>

#include <cmath>

#include "plugins/frei0r/host.h"

namespace overlace::frei0r {
namespace {

TEST(Clock, FramesOfAThousandAtNtscRate) {
  const Rate ntsc = rate_named("30000/1001").value();
  for (std::int32_t frame = 0; frame < 1000; ++frame) {
    const double seconds = frame * 1001.0 / 30000;
    EXPECT_EQ(frame_at(seconds, Clock::seconds, ntsc, 0), frame);
    EXPECT_EQ(frame_at(std::round(seconds * 1000), Clock::milliseconds, ntsc, 0), frame);
    EXPECT_EQ(frame_at(0, Clock::calls, ntsc, frame), frame);
  }
}

TEST(Clock, CallsCountWhereThereIsNoTime) {
  EXPECT_EQ(frame_at(-3.7e20, Clock::milliseconds, {}, 7), 7);
  EXPECT_EQ(frame_at(std::nan(""), Clock::seconds, {}, 8), 8);
}

TEST(Clock, Names) {
  EXPECT_EQ(clock_named("s"), Clock::seconds);
  EXPECT_EQ(clock_named("ms"), Clock::milliseconds);
  EXPECT_EQ(clock_named("count"), Clock::calls);
  EXPECT_EQ(clock_named("auto"), Clock::seconds) << "neither MLT nor FFmpeg is here";
  EXPECT_FALSE(clock_named("noon"));
}

TEST(Rows, AreNotPaddedByAHostThatIsNotFfmpeg) {
  EXPECT_FALSE(host_pads_rows());
}

TEST(Clock, Rates) {
  EXPECT_EQ(rate_named("25")->num, 25);
  EXPECT_EQ(rate_named("29.97")->num, 29970);
  EXPECT_EQ(rate_named("30000/1001")->den, 1001);
  for (const char* wrong : {"", "0", "-25", "25/0", "zero", "25x", "nan", "1e300", "25/"})
    EXPECT_FALSE(rate_named(wrong)) << wrong;
}

}  // namespace
}  // namespace overlace::frei0r

// SPDX-License-Identifier: Apache-2.0
// Times of day against the C library's gmtime and strftime.
#include <gtest/gtest.h>

#include <array>
#include <ctime>
#include <random>

#include "graph/core/error.h"
#include "text/wall_clock.h"

namespace overlace::test {
namespace {

std::string written(const std::string& format, double seconds) {
  std::string text;
  append_wall_clock(text, format, seconds);
  return text;
}

TEST(WallClock, WritesWhatTheLibraryWrites) {
  const std::string format = "%Y %m %d %H %M %S %y %j %e %I %p %a %A %b %B %F %T %R %%";
  std::mt19937_64 random(5);
  for (int i = 0; i < 2000; ++i) {
    const auto seconds = static_cast<std::time_t>(random() % (400LL * 366 * 86400));
    std::tm parts{};
    ASSERT_NE(gmtime_r(&seconds, &parts), nullptr);
    std::array<char, 256> expected{};
    ASSERT_GT(std::strftime(expected.data(), expected.size(), format.c_str(), &parts), 0U);
    ASSERT_EQ(written(format, static_cast<double>(seconds)), expected.data()) << seconds;
    std::strftime(expected.data(), expected.size(), "%F %T", &parts);
    ASSERT_EQ(parse_wall_clock(expected.data()), seconds);
  }
}

TEST(WallClock, StartsAtATimeOrAMoment) {
  EXPECT_EQ(parse_wall_clock("00:00:00"), 0);
  EXPECT_EQ(parse_wall_clock("18:30:05"), 18 * 3600 + 30 * 60 + 5);
  EXPECT_EQ(parse_wall_clock("1970-01-02T00:00:01"), 86401);
  EXPECT_EQ(parse_wall_clock("2000-02-29 00:00:00"), 951782400);
}

TEST(WallClock, SecondsAreWhole) {
  EXPECT_EQ(written("%T", 59.9), "00:00:59");
  EXPECT_EQ(written("%T", 59.99999999), "00:01:00") << "a rounding error before it";
}

TEST(WallClock, RefusesWhatIsNoTime) {
  for (const char* text : {"", "18:30", "24:00:00", "18:60:00", "18:30:00 ", "2026-02-30 00:00:00",
                           "2026-13-01 00:00:00", "2026-01-01", "1:00:00", "-1:00:00", "18:-0:00"})
    EXPECT_THROW((void)parse_wall_clock(text), Error) << text;
  for (const char* format : {"%", "%Q", "%H:%", "%c", "%Ey"})
    EXPECT_THROW(check_wall_format(format), Error) << format;
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// Time stamps: kept when valid, always strictly increasing, every repair reported once.
#include <gtest/gtest.h>

#include <limits>

#include "io/read/time_line.h"

namespace overlace {
namespace {

using Stamps = std::vector<std::optional<std::int64_t>>;

struct Placed {
  std::vector<std::int64_t> stamps;
  std::size_t sentences = 0;
};

// Places stamps of 25 frames per second, in milliseconds.
Placed place(const Stamps& stamps) {
  Placed placed;
  TimeLine line(40, {1, 1000}, [&placed](const std::string&) { ++placed.sentences; });
  for (const auto& stamp : stamps) placed.stamps.push_back(line.place(stamp));
  return placed;
}

TEST(TimeLine, SoundStampsAreKept) {
  const Placed placed = place({-80, 0, 1, 10'000, 10'040});
  EXPECT_EQ(placed.stamps, (std::vector<std::int64_t>{-80, 0, 1, 10'000, 10'040}));
  EXPECT_EQ(placed.sentences, 0U);
}

TEST(TimeLine, MissingStampsFollowTheFrameRate) {
  const Placed placed = place({std::nullopt, std::nullopt, 100, std::nullopt});
  EXPECT_EQ(placed.stamps, (std::vector<std::int64_t>{0, 40, 100, 140}));
  EXPECT_EQ(placed.sentences, 1U);
}

TEST(TimeLine, RepeatedStampsMoveByOneTick) {
  const Placed placed = place({0, 40, 40, 40, 80});
  EXPECT_EQ(placed.stamps, (std::vector<std::int64_t>{0, 40, 41, 42, 80}));
  EXPECT_EQ(placed.sentences, 1U);
}

TEST(TimeLine, ClockThatStartsAgainIsJoined) {
  const Placed placed = place({5000, 5040, 0, 40, 80, 0, 40});
  EXPECT_EQ(placed.stamps, (std::vector<std::int64_t>{5000, 5040, 5080, 5120, 5160, 5161, 5162}));
  EXPECT_EQ(placed.sentences, 2U);
}

// A 31-bit counter that wraps around, as in FLV; a gap of several hours is not a wrap.
TEST(TimeLine, CounterThatRunsOverIsJoined) {
  const Placed placed = place({0, 40, 4294967296, 4294967336, 4294967376});
  EXPECT_EQ(placed.stamps, (std::vector<std::int64_t>{0, 40, 80, 120, 160}));
  EXPECT_EQ(placed.sentences, 1U);
  EXPECT_EQ(place({0, 36'000'000}).stamps, (std::vector<std::int64_t>{0, 36'000'000}));
}

// Stamps that a forged file may have, whose sums would overflow.
TEST(TimeLine, StampsNearTheEndOfTheirRangeAreNone) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const Placed placed = place({-5000, most, 80, -most, 160});
  EXPECT_EQ(placed.stamps, (std::vector<std::int64_t>{-5000, -4960, 80, 120, 160}));
  EXPECT_EQ(placed.sentences, 1U);
}

TEST(TimeLine, AClockThatStartsAgainAtItsEndGoesOn) {
  const Placed placed = place({farthest_stamp, -farthest_stamp, 0, farthest_stamp});
  EXPECT_EQ(placed.stamps.front(), farthest_stamp);
  for (std::size_t i = 1; i < placed.stamps.size(); ++i)
    EXPECT_EQ(placed.stamps[i], placed.stamps[i - 1] + 1);
}

}  // namespace
}  // namespace overlace

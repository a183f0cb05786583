// SPDX-License-Identifier: Apache-2.0
// Lanes of devices that do not exist: a list, and what they refuse.
#include <gtest/gtest.h>

#include "batch/device_lanes.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

TEST(Lanes, AreReadFromWords) {
  EXPECT_EQ(parse_lanes("cuda:0=2,cpu"), (std::vector<Lane>{{"cuda:0", 2}, {"cpu", 1}}));
  for (const char* const wrong : {"", "cuda", "gpu=1", "cpu=0", "cpu=x", "cpu=1x"})
    EXPECT_THROW(static_cast<void>(parse_lanes(wrong)), Error) << wrong;
}

TEST(Lanes, AreTheGpusAndTheCpuWhereNobodyNamesAny) {
  using List = std::vector<Lane>;
  EXPECT_EQ(default_lanes({}, 4), (List{{"", 4}}));
  EXPECT_EQ(default_lanes({0}, 1), (List{{"", 1}}));
  EXPECT_EQ(default_lanes({0}, 4), (List{{"cuda:0", 3}, {"cpu", 1}}));
  EXPECT_EQ(default_lanes({0, 2}, 4), (List{{"cuda:0", 2}, {"cuda:2", 1}, {"cpu", 1}}));
  EXPECT_EQ(default_lanes({0, 1, 2}, 3), (List{{"cuda:0", 1}, {"cuda:1", 1}, {"cpu", 1}}));
}

TEST(Lanes, AreTakenInOrder) {
  Lanes lanes(parse_lanes("cuda:0=2,cuda:1=1,cpu=1"));
  EXPECT_EQ(lanes.jobs(), 4);
  for (const std::size_t lane : {0U, 0U, 1U, 2U}) EXPECT_EQ(lanes.take(false), lane);
  EXPECT_EQ(lanes.take(false), std::nullopt);
  lanes.give_back(1);
  EXPECT_EQ(lanes.take(true), std::nullopt);
  EXPECT_EQ(lanes.take(false), 1U);
}

// A card with two encoder sessions, a number that is not known beforehand.
TEST(Lanes, LearnHowManySessionsThereAre) {
  Lanes lanes(parse_lanes("cuda:0=4,cpu=1"));
  for (int i = 0; i < 3; ++i) EXPECT_EQ(lanes.take(false), 0U);
  lanes.give_back(0);
  lanes.refused(0);  // the third session
  EXPECT_EQ(lanes.take(false), 1U);
  EXPECT_EQ(lanes.take(false), std::nullopt);
  lanes.give_back(0);
  EXPECT_EQ(lanes.take(false), 0U);  // two at once are still allowed
}

TEST(Lanes, CloseWhereNothingGoesAndOpenAgain) {
  Lanes lanes(parse_lanes("cuda:0=2"));
  EXPECT_EQ(lanes.take(false), 0U);
  lanes.give_back(0);
  lanes.refused(0);
  EXPECT_FALSE(lanes.is_open(0));
  EXPECT_FALSE(lanes.any_open(false));
  lanes.reopen();
  EXPECT_TRUE(lanes.any_open(false));
  EXPECT_FALSE(lanes.any_open(true));
  EXPECT_EQ(lanes.take(false), 0U);
  EXPECT_EQ(lanes.take(false), std::nullopt);
}

}  // namespace
}  // namespace overlace

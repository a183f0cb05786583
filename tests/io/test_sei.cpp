// SPDX-License-Identifier: Apache-2.0
// Messages as ITU-R H.264, 7.3.2.3.1 and 7.4.1.1, writes them.
#include <gtest/gtest.h>

#include "io/av/sei.h"

namespace overlace {
namespace {

TEST(Sei, EmulationPreventionIsAddedAndRemoved) {
  const Bytes plain{6, 0, 0, 0, 0, 0, 1, 0, 0, 3, 0, 0, 4};
  const Bytes unit{6, 0, 0, 3, 0, 0, 3, 0, 1, 0, 0, 3, 3, 0, 0, 4};
  EXPECT_EQ(escaped(plain), unit);
  EXPECT_EQ(unescaped(unit), plain);
}

TEST(Sei, MessagesHaveTypesAndSizesOfAnyLength) {
  Bytes unit{6, 5, 2, 'a', 'b', 0xff, 3, 1, 'c', 4, 0xff, 1};
  unit.insert(unit.end(), 256, 'd');
  unit.push_back(0x80);
  const std::vector<SeiMessage> messages = sei_messages(unit);
  ASSERT_EQ(messages.size(), 3U);
  EXPECT_EQ(messages[0].type, 5U);
  EXPECT_EQ(messages[0].payload.size(), 2U);
  EXPECT_EQ(messages[1].type, 258U);
  EXPECT_EQ(messages[1].whole.size(), 4U);
  EXPECT_EQ(messages[2].type, 4U);
  EXPECT_EQ(messages[2].payload.size(), 256U);
}

TEST(Sei, ATruncatedMessageIsNone) {
  EXPECT_TRUE(sei_messages(Bytes{}).empty());
  EXPECT_TRUE(sei_messages(Bytes{6}).empty());
  EXPECT_TRUE(sei_messages(Bytes{6, 5, 9, 1, 2}).empty());
  EXPECT_TRUE(sei_messages(Bytes{6, 0xff, 0xff, 0xff}).empty());
}

}  // namespace
}  // namespace overlace

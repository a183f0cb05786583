// SPDX-License-Identifier: Apache-2.0
// Frame rates as users type them: broadcast decimals stand for multiples of 1000/1001.
#include <gtest/gtest.h>

#include "graph/core/error.h"
#include "io/read/frame_rate.h"

namespace overlace {
namespace {

TEST(FrameRate, BroadcastRatesAreExact) {
  EXPECT_EQ(parse_frame_rate("23.976"), (Rational{24000, 1001}));
  EXPECT_EQ(parse_frame_rate("23.98"), (Rational{24000, 1001}));
  EXPECT_EQ(parse_frame_rate("29.97"), (Rational{30000, 1001}));
  EXPECT_EQ(parse_frame_rate("59.94"), (Rational{60000, 1001}));
  EXPECT_EQ(parse_frame_rate("119.88"), (Rational{120000, 1001}));
}

TEST(FrameRate, OthersAreWhatTheySay) {
  EXPECT_EQ(parse_frame_rate("25"), (Rational{25, 1}));
  EXPECT_EQ(parse_frame_rate("24.0"), (Rational{24, 1}));
  EXPECT_EQ(parse_frame_rate("12.5"), (Rational{12500, 1000}));
  EXPECT_EQ(parse_frame_rate("0.2"), (Rational{200, 1000}));
  EXPECT_EQ(parse_frame_rate("24000/1001"), (Rational{24000, 1001}));
  EXPECT_EQ(parse_frame_rate("1/5"), (Rational{1, 5}));
}

TEST(FrameRate, WhatIsNoRateIsRefused) {
  for (const char* text : {"", "0", "-25", "abc", "25fps", "25/0", "0/1", "1/", "/5", "nan", "inf",
                           "1e9", "24.5/1", "25/1/1"})
    EXPECT_THROW(static_cast<void>(parse_frame_rate(text)), Error) << text;
}

}  // namespace
}  // namespace overlace

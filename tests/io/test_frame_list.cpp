// SPDX-License-Identifier: Apache-2.0
// Frame lists: what each spelling selects, and what is refused.
#include <gtest/gtest.h>

#include "graph/core/error.h"
#include "io/files/frame_list.h"

namespace overlace {
namespace {

std::vector<int> selected(const char* text, int below) {
  const FrameList list = parse_frame_list(text);
  std::vector<int> frames;
  for (int n = 0; n < below; ++n) {
    if (list.contains(n)) frames.push_back(n);
  }
  EXPECT_EQ(list.count_below(below), static_cast<std::int64_t>(frames.size())) << text;
  return frames;
}

TEST(FrameList, SelectsWhatItSays) {
  EXPECT_EQ(selected("10", 20), (std::vector{10}));
  EXPECT_EQ(selected("3-6", 20), (std::vector{3, 4, 5, 6}));
  EXPECT_EQ(selected("1,3,7-9", 20), (std::vector{1, 3, 7, 8, 9}));
  EXPECT_EQ(selected("1-10x4", 20), (std::vector{1, 5, 9}));
  EXPECT_EQ(selected("5,4-6,0", 20), (std::vector{0, 4, 5, 6}));
  EXPECT_EQ(selected("18-2147483647", 20), (std::vector{18, 19}));
}

TEST(FrameList, FindsTheNext) {
  for (const char* text : {"10", "3-6", "1,3,7-9", "1-10x4", "5,4-6,0", "8,2-7x4,30-40x7"}) {
    const FrameList list = parse_frame_list(text);
    for (int from = 0; from < 45; ++from) {
      int n = from;
      while (n < 45 && !list.contains(n)) ++n;
      const auto expected = n < 45 ? std::optional(n) : std::nullopt;
      EXPECT_EQ(list.next(from), expected) << text << " from " << from;
    }
  }
}

TEST(FrameList, TakesStepsAsLargeAsFrameNumbersGo) {
  constexpr std::int32_t most = 2147483647;
  EXPECT_EQ(parse_frame_list("0-2147483647x2000000000").next(150'000'000), 2'000'000'000);
  EXPECT_EQ(parse_frame_list("0-2147483647x2147483647").next(2), most);
  EXPECT_EQ(parse_frame_list("1-2147483647x2147483646").counted_from(1001).ranges(),
            (std::vector<FrameRange>{{most - 1001, most - 1001, most - 1}}));
}

TEST(FrameList, EmptyListIsEveryFrame) {
  EXPECT_TRUE(FrameList().all());
  EXPECT_TRUE(FrameList().contains(123));
  EXPECT_EQ(FrameList().count_below(7), 7);
}

TEST(FrameList, KnowsItsEnds) {
  const FrameList list = parse_frame_list("8,2-7x4,30-40x7");
  EXPECT_EQ(list.first(), 2);
  EXPECT_EQ(list.last(), 37);
}

TEST(FrameList, RefusesWhatIsNoList) {
  for (const char* text : {"", ",", "1,", "a", "-5", "5-", "9-3", "1-5x0", "1-5x", "1x2", "1 2",
                           "1--3", "1.5", "+3", "2147483648", "1-3x99999999999"}) {
    try {
      static_cast<void>(parse_frame_list(text));
      ADD_FAILURE() << "accepted: " << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage) << text;
    }
  }
}

}  // namespace
}  // namespace overlace

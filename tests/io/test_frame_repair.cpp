// SPDX-License-Identifier: Apache-2.0
// Frames of a damaged stream: stamps stay in order, none is lost or repeated.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "io/av/av.h"
#include "io/read/frame_repair.h"

namespace overlace {
namespace {

FramePtr frame_at(std::int64_t pts) {
  FramePtr frame = make_frame();
  frame->pts = pts;
  frame->format = AV_PIX_FMT_GRAY8;
  frame->width = frame->height = 16;
  check_av(av_frame_get_buffer(frame.get(), 0), ErrorCode::internal, "a frame");
  return frame;
}

/// "0 1 2* 3": stamps in presentation order; a star marks a frame that stands in for a lost one.
std::string turns(FrameRepair& repair) {
  std::string text;
  while (const auto turn = repair.next()) {
    if (!text.empty()) text += " ";
    text += std::to_string(turn->pts) + (turn->stands_in ? "*" : "");
  }
  return text;
}

/// Packets 0 1 2 … of a stream without reordering.
void expect_in_order(FrameRepair& repair, std::int64_t first, std::int64_t last) {
  for (std::int64_t pts = first; pts <= last; ++pts) EXPECT_TRUE(repair.expect(pts, pts));
}

TEST(FrameRepair, LostFramesAreReplacedAtTheirStamps) {
  FrameRepair repair;
  expect_in_order(repair, 0, 5);
  for (const std::int64_t pts : {0, 1, 4, 5}) repair.add(frame_at(pts));
  EXPECT_EQ(turns(repair), "0 1 2* 3* 4 5");
}

TEST(FrameRepair, AStandInSaysWhosePictureItIs) {
  FrameRepair repair;
  expect_in_order(repair, 0, 5);
  repair.shown(0);
  for (const std::int64_t pts : {3, 5}) repair.add(frame_at(pts));
  std::string whose;  // how many turns later its own comes; 0: that of the latest
  while (const auto turn = repair.next())
    whose += turn->stands_in ? std::to_string(turn->ahead) : "-";
  EXPECT_EQ(whose, "21-0-");
}

TEST(FrameRepair, FramesThatComeLateAreSorted) {
  FrameRepair repair;
  expect_in_order(repair, 0, 2);
  for (const std::int64_t pts : {0, 3, 1}) repair.add(frame_at(pts));
  EXPECT_EQ(turns(repair), "0 1");
  repair.add(frame_at(2));
  expect_in_order(repair, 3, 4);
  EXPECT_EQ(turns(repair), "2 3");
}

// Decoding order 0 3 1 2: until the packet of 2 is read, a frame at 1 or 2 may still come.
TEST(FrameRepair, AFrameWaitsForThoseThatMayComeBeforeIt) {
  FrameRepair repair;
  EXPECT_TRUE(repair.expect(0, 0));
  EXPECT_TRUE(repair.expect(3, 1));
  repair.add(frame_at(0));
  repair.add(frame_at(3));
  EXPECT_EQ(turns(repair), "0");
  EXPECT_TRUE(repair.expect(1, 1));
  EXPECT_TRUE(repair.expect(2, 2));
  EXPECT_EQ(turns(repair), "");
  EXPECT_TRUE(repair.expect(4, 3));
  EXPECT_EQ(turns(repair), "1* 2* 3");
}

TEST(FrameRepair, AFrameThatComesAfterItsReplacementIsDropped) {
  FrameRepair repair;
  expect_in_order(repair, 0, 3);
  for (const std::int64_t pts : {0, 2}) repair.add(frame_at(pts));
  EXPECT_EQ(turns(repair), "0 1* 2");
  for (const std::int64_t pts : {1, 3}) repair.add(frame_at(pts));
  EXPECT_EQ(turns(repair), "3");
}

TEST(FrameRepair, TheEndIsFilledUp) {
  FrameRepair repair;
  expect_in_order(repair, 0, 3);
  repair.add(frame_at(1));
  EXPECT_EQ(turns(repair), "1");  // nothing is known about frames before the first one
  repair.end();
  EXPECT_EQ(turns(repair), "2* 3*");
}

TEST(FrameRepair, ShownFramesAreNotMissed) {
  FrameRepair repair;
  expect_in_order(repair, 0, 3);
  repair.shown(0);
  repair.shown(1);
  repair.add(frame_at(3));
  EXPECT_EQ(turns(repair), "2* 3");
}

TEST(FrameRepair, AClockThatStartsAgainIsNoDisorder) {
  FrameRepair repair;
  expect_in_order(repair, 10, 12);
  repair.add(frame_at(20));
  repair.add(frame_at(10));
  EXPECT_FALSE(repair.expect(0, 0));
  const std::vector<FramePtr> waiting = repair.take_waiting();
  ASSERT_EQ(waiting.size(), 2U);
  EXPECT_EQ(waiting[0]->pts, 10);
  EXPECT_EQ(turns(repair), "");
}

}  // namespace
}  // namespace overlace

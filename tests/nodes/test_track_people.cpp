// SPDX-License-Identifier: Apache-2.0
// track_people: every parameter reaches the search.
#include <gtest/gtest.h>

#include <filesystem>
#include <functional>

#include "io/read/play_video.h"
#include "tests/nodes/track_node.h"

namespace overlace::test {
namespace {

std::filesystem::path footage() {
  return std::filesystem::path(OVERLACE_TEST_DATA) / "pets09-s2l1" / "video.avi";
}

/// The first pictures of real footage.
PlayVideo beginning(int frames) {
  return [frames](const std::function<void(const BgrFrame&)>& visit) {
    struct Enough {};
    try {
      play_video(footage().string(), {}, [&](const BgrFrame& frame) {
        if (frame.frame == frames) throw Enough();
        visit(frame);
      });
    } catch (const Enough&) {
    }
  };
}

TrackTable people_with(const std::string& params, int frames = 1) {
  TrackNode node("track_people", params);
  node.context.clip.size = {768, 576};
  node.play_video = beginning(frames);
  return node.make();
}

TEST(TrackPeople, ItsParametersMatter) {
  if (!exists(footage())) GTEST_SKIP() << footage();
  const TrackTable standard = people_with("{}");
  ASSERT_GE(standard.row_count(), 2U);
  EXPECT_LT(people_with(R"({"threshold": 3})").row_count(), standard.row_count());
  EXPECT_GT(people_with(R"({"threshold": 0.2, "max_overlap": 1})").row_count(),
            standard.row_count());
  EXPECT_EQ(people_with(R"({"min_height": 300})").row_count(), 0U);
  EXPECT_EQ(people_with(R"({"every": 2})", 2).frame_count(), 1);
}

TEST(TrackPeople, SaysWhenThereAreNoPixels) {
  TrackNode node("track_people");
  EXPECT_NE(node.refusal().find("pixels"), std::string::npos);
}

}  // namespace
}  // namespace overlace::test

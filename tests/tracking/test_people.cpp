// SPDX-License-Identifier: Apache-2.0
// People in real footage, compared with another detector's boxes.
#include <gtest/gtest.h>

#include <filesystem>

#include "io/read/play_video.h"
#include "io/tracks/reader.h"
#include "tests/tracking/painted_clip.h"
#include "tracking/overlap.h"
#include "tracking/people.h"

namespace overlace {
namespace {

TrackTable find_people(const PlayVideo& play, const PeopleOptions& options) {
  return watch(play, *people_finder(options));
}

/// The first picture of a clip; processing all of them would take minutes.
PlayVideo first_picture(const std::filesystem::path& path) {
  return [path](const std::function<void(const BgrFrame&)>& visit) {
    struct Enough {};
    try {
      play_video(path.string(), {}, [&](const BgrFrame& frame) {
        visit(frame);
        throw Enough();
      });
    } catch (const Enough&) {
    }
  };
}

std::size_t agreeing(const TrackTable& some, const TrackTable& others, std::int32_t frame) {
  std::size_t count = 0;
  for (std::uint32_t a = some.rows(frame).begin; a < some.rows(frame).end; ++a) {
    bool met = false;
    for (std::uint32_t b = others.rows(frame).begin; b < others.rows(frame).end; ++b)
      met |= overlap(some.box[a], others.box[b]) > 0.5;
    count += met ? 1 : 0;
  }
  return count;
}

TEST(People, AgreeWithAnotherDetector) {
  const auto folder = std::filesystem::path(OVERLACE_TEST_DATA) / "pets09-s2l1";
  if (!exists(folder / "video.avi")) GTEST_SKIP() << folder;
  TrackReport report;
  const TrackTable expected = read_tracks(folder / "det.txt", {}, report);
  const TrackTable people = find_people(first_picture(folder / "video.avi"), {});
  EXPECT_EQ(people.class_names, std::vector<std::string>{"person"});
  ASSERT_GT(expected.rows(0).size(), 0U);
  EXPECT_GE(2 * agreeing(expected, people, 0), expected.rows(0).size()) << "found of theirs";
  EXPECT_GE(2 * agreeing(people, expected, 0), people.rows(0).size()) << "of ours that are theirs";
  for (const float score : people.score) {
    EXPECT_GT(score, 0.5F);
    EXPECT_LT(score, 1.0F);
  }
  const TrackTable again = find_people(first_picture(folder / "video.avi"), {});
  EXPECT_EQ(people.box, again.box);
}

TEST(People, NobodyInAnEmptyPictureNorInOneTooSmall) {
  for (const Size size :
       {Size{320, 240}, Size{16, 16}, Size{16, 400}, Size{400, 16}, Size{1, 1}, Size{1, 900}}) {
    const PlayVideo grey = test::painted_clip(3, size, [](int, int, int) {
      return test::Bgr{90, 90, 90};
    });
    EXPECT_EQ(find_people(grey, {}).row_count(), 0U);
  }
}

}  // namespace
}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Poses: OpenPose folders and MediaPipe landmarks.
#include <fmt/format.h>

#include <fstream>

#include "read_text.h"

namespace overlace::test {
namespace {

/// A person with `points` points at (10, 20), (11, 20) …; the second one is absent.
std::string person(int points, double scale = 1, double shift = 0) {
  std::string list;
  for (int i = 0; i < points; ++i) {
    const bool absent = i == 1;
    list += fmt::format("{}{}, {}, {}", i == 0 ? "" : ", ", absent ? 0 : (10 + i) * scale + shift,
                        absent ? 0 : 20 * scale + shift, absent ? 0 : 0.5);
  }
  return fmt::format(R"({{"person_id": [-1], "pose_keypoints_2d": [{}], "face_keypoints_2d": []}})",
                     list);
}

class OpenPose : public ::testing::Test {
 protected:
  void write(int frame, const std::vector<std::string>& people) {
    std::ofstream(folder_.path() / fmt::format("clip_{:012}_keypoints.json", frame))
        << fmt::format(R"({{"version": 1.3, "people": [{}]}})", fmt::join(people, ", "));
  }
  ReadResult read(const TrackReadOptions& options = {}) {
    ReadResult result;
    result.table = read_tracks(folder_.path(), options, result.report);
    return result;
  }
  TemporaryFolder folder_;
};

TEST_F(OpenPose, FramesAreInTheFileNamesAndPeopleHaveNoIdentity) {
  write(0, {person(25)});
  write(7, {person(25), person(25)});
  const ReadResult r = read();
  EXPECT_EQ(r.report.format, "openpose");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.frame_of(2), 7);
  EXPECT_EQ(r.report.ids, 0U);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 24, 0}));
  EXPECT_EQ(r.table.key_points.of(0)[1].state, PointState::absent) << "confidence 0";
  EXPECT_EQ(r.table.key_points.of(0)[2].at, (Vec2{12, 20}));
}

TEST_F(OpenPose, NamesOfListsBefore2018AreRead) {
  const auto renamed = [](std::string text) {
    for (std::size_t at = text.find("_2d"); at != text.npos; at = text.find("_2d"))
      text.erase(at, 3);
    return text;
  };
  write(0, {renamed(person(25))});
  const ReadResult r = read();
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 24, 0}));
}

TEST_F(OpenPose, Body25AndCoco18OrderTheirPointsDifferently) {
  write(0, {person(25)});
  write(1, {person(18)});
  const TrackTable table = read().table;
  ASSERT_EQ(table.skeletons.size(), 2U);
  EXPECT_EQ(table.skeletons[0].points.at(8), "mid_hip");
  EXPECT_EQ(table.skeletons[1].points.at(8), "right_hip");
  EXPECT_EQ(table.skeleton, (std::vector<std::int32_t>{0, 1}));
}

TEST_F(OpenPose, PositionsMayBeFractionsOrFromMinusOne) {
  write(0, {person(25, 0.01)});
  const TrackReadOptions options{.clip = {{200, 100}, {25, 1}, 0}};
  EXPECT_EQ(read(options).table.key_points.of(0)[0].at, (Vec2{20, 20}));
  write(0, {person(25, 0.02, -1)});
  EXPECT_NEAR(read(options).table.key_points.of(0)[0].at.x, 20, 1e-4);
  EXPECT_NEAR(read(options).table.key_points.of(0)[0].at.y, 20, 1e-4);
}

TEST(Landmarks, AreFractionsThatMayLeaveThePicture) {
  const ReadResult r = read_conformance("landmarks.json", {.source_size = {200, 100}});
  EXPECT_EQ(r.report.format, "landmarks");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.frame_of(0), 4);
  EXPECT_EQ(r.table.key_points.of(0)[0].at, (Vec2{100, 25}));
  EXPECT_EQ(r.table.key_points.of(0)[0].state, PointState::visible);
  EXPECT_NEAR(r.table.key_points.of(0)[1].at.x, 220, 1e-3);
  EXPECT_EQ(r.table.key_points.of(0)[1].state, PointState::hidden);
}

TEST_F(OpenPose, ABrokenFileIsNamed) {
  write(0, {});
  folder_.write("clip_000000000001_keypoints.json", "{\"people\": [\n{");
  EXPECT_NE(refusal_of([&] { (void)read(); }).find("clip_000000000001_keypoints.json:2"),
            std::string::npos);
}

}  // namespace
}  // namespace overlace::test

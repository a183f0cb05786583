// SPDX-License-Identifier: Apache-2.0
// The output of the writers of text formats and folders, worked out by hand from the formats'
// documentation.
#include <gtest/gtest.h>

#include <iterator>
#include <map>

#include "graph/core/json.h"
#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

using Files = std::map<std::string, std::string>;

constexpr float nan = std::numeric_limits<float>::quiet_NaN();
const std::vector<TrackRow> two_rows = {{0, 3, {10.5F, 20, 30.25F, 60}, 0, 0.875F},
                                        {2, no_id, {0.1F, 0.2F, 0.3F, 0.4F}, -1, nan}};

std::string written(const TrackTable& table, std::string_view format) {
  std::ostringstream out;
  write_tracks(table, {}, out, format);
  return out.str();
}

/// The files of a folder that is written as `name`.
Files written_folder(const TrackTable& table, const ClipInfo& clip, std::string_view format,
                     const std::string& name = "out") {
  const TemporaryFolder folder;
  write_tracks(table, clip, folder.path() / name, {}, format);
  Files files;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path() / "out")) {
    std::ifstream file(entry.path());
    files[entry.path().filename().string()] = {std::istreambuf_iterator<char>(file), {}};
  }
  return files;
}

std::vector<std::string> losses(const TrackTable& table, std::string_view format) {
  return output_format({}, format).losses(table);
}

/// One row in frame 0 of a picture of 100 x 50.
const ClipInfo small_clip{{100, 50}, {25, 1}, 0};
TrackTable one_row(const std::function<void(TrackColumns&)>& add) {
  TrackColumns rows;
  rows.box = {{10, 20, 30, 10}};
  rows.id = {no_id};
  rows.class_index = {0};
  rows.score = {nan};
  add(rows);
  return sort_tracks(std::move(rows), std::vector<std::int32_t>{0});
}

// Category 0 is an ignored region, 1 a pedestrian: a COCO detector's 0, a person, is neither. In
// MOTChallenge 0 has no meaning; in MOTS 1 is a car.
TEST(TextWriters, NumbersOfClassesThatTheFormatWouldNameAreTold) {
  const std::string told = "that classes are numbers, for which the format has names";
  const auto tells = [&](std::string_view format, std::int32_t index) {
    return std::ranges::count(
               losses(make_track_table({{{0, 1, {1, 2, 3, 4}, index, 1}}}, {}), format), told) > 0;
  };
  EXPECT_TRUE(tells("visdrone", 0));
  EXPECT_FALSE(tells("visdrone", 12));
  EXPECT_TRUE(tells("mot_gt", 1));
  EXPECT_FALSE(tells("mot_gt", 0));
  EXPECT_TRUE(tells("mots", 1));
  EXPECT_FALSE(tells("boxmot", 0));
}

// Category 4 is a car, 11 is "others"; a truncation or occlusion of 0 means none.
TEST(TextWriters, VisDroneNumbersClassesByTheirNames) {
  const TrackTable table = make_track_table(two_rows, {"car"});
  EXPECT_EQ(written(table, "visdrone"),
            "1,3,10.5,20,30.25,60,0.875,4,0,0\n"
            "3,-1,0.1,0.2,0.3,0.4,-1,11,0,0\n");
  EXPECT_EQ(losses(table, "visdrone"), std::vector<std::string>{"that some boxes have no class"});
  EXPECT_EQ(losses(make_track_table({{two_rows[0]}}, {"zebra"}), "visdrone"),
            std::vector<std::string>{"names of classes"});
}

TEST(TextWriters, BoxMotHasClassAndScoreBehindAOne) {
  EXPECT_EQ(written(make_track_table(two_rows, {}), "boxmot"),
            "1,3,10.5,20,30.25,60,1,0,0.875\n"
            "3,-1,0.1,0.2,0.3,0.4,-1,0,-1\n");
}

// Frames and pixels count from 1; column 7 is a flag.
TEST(TextWriters, Mot15GroundTruthCountsFrom1) {
  EXPECT_EQ(written(make_track_table(two_rows, {}), "mot15_gt"),
            "1,3,11.5,21,30.25,60,1,-1,-1,-1\n"
            "3,-1,1.1,1.2,0.3,0.4,1,-1,-1,-1\n");
}

TEST(TextWriters, MotHasAPlaceInTheWorldWhereItIsKnown) {
  const TrackTable table =
      make_track_table(two_rows, {}, {{"world_x", {1.5F, nan}}, {"world_y", {2, -1}}});
  EXPECT_EQ(written(table, "mot"),
            "1,3,10.5,20,30.25,60,0.875,1.5,2,-1\n"
            "3,-1,0.1,0.2,0.3,0.4,-1,-1,-1,-1\n");
  EXPECT_EQ(losses(table, "mot"),
            (std::vector<std::string>{"classes", "values of -1 of attribute world_y"}));
}

// A score of -1 means no score, unless other scores are negative, too.
TEST(TextWriters, WhatWouldBeTakenForNoScoreIsSaid) {
  const auto with_scores = [](float a, float b) {
    return losses(make_track_table({{{0, 1, {}, -1, a}, {0, 2, {}, -1, b}}}, {}), "mot");
  };
  EXPECT_EQ(with_scores(-1, 0.5F), std::vector<std::string>{"scores of -1"});
  EXPECT_EQ(with_scores(-2, nan), std::vector<std::string>{"that some boxes have no score"});
  EXPECT_EQ(with_scores(-2, -1), std::vector<std::string>{});
  EXPECT_EQ(with_scores(nan, 0.5F), std::vector<std::string>{});
}

// The devkit: -1, -10 and -1000 for unknown values; Misc is a type of its own.
TEST(TextWriters, KittiTrackingHasCornersAndMarksOfTheUnknown) {
  EXPECT_EQ(written(make_track_table(two_rows, {"traffic light"}), "kitti_tracking"),
            "0 3 traffic_light -1 -1 -10 10.5 20 40.75 80 -1 -1 -1 -1000 -1000 -1000 -10 0.875\n"
            "2 -1 Misc -1 -1 -10 0.1 0.2 0.4 0.6 -1 -1 -1 -1000 -1000 -1000 -10\n");
  EXPECT_EQ(losses(make_track_table(two_rows, {"traffic light"}), "kitti_tracking"),
            (std::vector<std::string>{"that some boxes have no class",
                                      "names of classes that are not one word"}));
}

TEST(TextWriters, KittiTrackingHasSizesInMetres) {
  const std::string row = "0 3 Car 0 2 -1.5 10.5 20 40.75 80 1.5 1.25 4.25 -3.5 2 13.5 -2.125\n";
  const TrackTable table = read_text(row).table;
  EXPECT_EQ(losses(table, "kitti_tracking"), std::vector<std::string>{});
  EXPECT_EQ(written(table, "kitti_tracking"), row);
}

TEST(TextWriters, KittiSizesAreWholeOrLost) {
  const TrackTable table =
      make_track_table({{two_rows[0]}}, {"Car"}, {{"height_m", {1.5F}}, {"truncated", {1}}});
  EXPECT_EQ(losses(table, "kitti_tracking"),
            std::vector<std::string>{"attribute height_m of some boxes"});
  EXPECT_EQ(written(table, "kitti_tracking"),
            "0 3 Car 1 -1 -10 10.5 20 40.75 80 -1 -1 -1 -1000 -1000 -1000 -10 0.875\n");
}

TEST(TextWriters, VaticHasAFlagOfEachKindAndMarksInQuotes) {
  const TrackTable table =
      make_track_table(two_rows, {"a \"car\""},
                       {{"generated", {1, 0}}, {"left turn", {nan, 1}}, {"heat", {0.5F, 1}}});
  EXPECT_EQ(written(table, "vatic"),
            "3 10.5 20 40.75 80 0 0 0 1 \"a \"\"car\"\"\"\n"
            "4 0.1 0.2 0.4 0.6 2 0 0 0 \"\" \"left turn\"\n");
  EXPECT_EQ(losses(table, "vatic"),
            (std::vector<std::string>{"that some boxes have no id", "scores", "attribute heat"}));
}

TEST(TextWriters, VaticsFlagsAreNoMarks) {
  const TrackTable table = make_track_table(two_rows, {}, {{"occluded", {1, nan}}});
  EXPECT_EQ(losses(table, "vatic"), (std::vector<std::string>{"that some boxes have no id",
                                                              "scores", "attribute occluded"}));
  EXPECT_EQ(written(table, "vatic"),
            "3 10.5 20 40.75 80 0 0 0 0 \"0\"\n4 0.1 0.2 0.4 0.6 2 0 0 0 \"\"\n");
}

// The mask covers x 2..3, y 1..2 of 5 x 4 pixels, as in test_words.cpp; height comes before width.
TEST(TextWriters, MotsHasAMaskARow) {
  TrackColumns rows;
  rows.box = {{2, 1, 2, 2}, {1, 1, 9, 9}, {2, 1, 2, 2}};
  rows.id = {2005, 7, no_id};
  rows.class_index = {0, 0, 10};
  rows.score = {nan, nan, nan};
  rows.class_names = {"pedestrian"};
  rows.mask_size = {{5, 4}, {}, {5, 4}};
  const std::vector<std::uint32_t> runs = {9, 2, 2, 2, 5};
  rows.mask_runs.put(0, runs);
  rows.mask_runs.put(2, runs);
  const TrackTable table = sort_tracks(std::move(rows), std::vector<std::int32_t>{0, 0, 1});
  EXPECT_EQ(written(table, "mots"), "1 2005 2 4 5 92203\n2 10000 10 4 5 92203\n");
  EXPECT_EQ(losses(table, "mots"), std::vector<std::string>{"boxes without a mask"});
}

TEST(FolderWriters, KittiDetectionHasAFileForEveryFrameOfTheClip) {
  const std::string unknown = "-1 -1 -1 -1000 -1000 -1000 -10";
  const Files files = {{"000000.txt", "Car -1 -1 -10 10.5 20 40.75 80 " + unknown + " 0.875\n"},
                       {"000001.txt", ""},
                       {"000002.txt", "Misc -1 -1 -10 0.1 0.2 0.4 0.6 " + unknown + "\n"},
                       {"000003.txt", ""}};
  const TrackTable table = make_track_table(two_rows, {"Car"});
  EXPECT_EQ(written_folder(table, {{}, {25, 1}, 4}, "kitti_detection"), files);
  EXPECT_EQ(losses(table, "kitti_detection"),
            (std::vector<std::string>{"ids", "that some boxes have no class"}));
}

TEST(FolderWriters, WithoutAVideoThereAreFilesForRowsOnly) {
  const Files files = written_folder(make_track_table(two_rows, {}), {}, "kitti_detection");
  EXPECT_EQ(files.size(), 2U);
}

TEST(FolderWriters, DeepStreamDumpsATrackerWhereThereAreIds) {
  const std::string zeros = " 0.0 0.0 0.0 0.0 0.0 0.0 0.0";
  const TrackTable table = make_track_table(two_rows, {"traffic light"});
  EXPECT_EQ(written_folder(table, {}, "deepstream"),
            (Files{{"00_000_000000.txt",
                    "traffic light 3 0.0 0 0.0 10.5 20 40.75 80" + zeros + " 0.875\n"},
                   {"00_000_000002.txt",
                    "Misc 18446744073709551615 0.0 0 0.0 0.1 0.2 0.4 0.6" + zeros + "\n"}}));
  const TrackTable detections = make_track_table({{two_rows[1]}}, {});
  EXPECT_EQ(written_folder(detections, {}, "deepstream", "out/00_001_%06d.txt"),
            (Files{{"00_001_000002.txt", "Misc 0.0 0 0.0 0.1 0.2 0.4 0.6" + zeros + "\n"}}));
}

TEST(FolderWriters, YoloHasFractionsFrom1AndNamesBeside) {
  const std::vector<TrackRow> rows = {{0, 3, {10, 20, 30, 10}, 1, 0.875F},
                                      {2, no_id, {0, 0, 100, 50}, 0, 0.5F}};
  EXPECT_EQ(written_folder(make_track_table(rows, {"person", "traffic light"}), small_clip,
                           "yolo_detect"),
            (Files{{"000001.txt", "1 0.25 0.5 0.3 0.2 0.875 3\n"},
                   {"000003.txt", "0 0.5 0.5 1 1 0.5\n"},
                   {"classes.txt", "person\ntraffic light\n"}}));
}

TEST(FolderWriters, YoloSaysWhatOtherwiseLooksLikeSomethingElse) {
  using Losses = std::vector<std::string>;
  const auto of = [](std::vector<TrackRow> rows, std::string_view format = "yolo_detect") {
    for (TrackRow& row : rows) row.class_index = 0;
    return losses(make_track_table(rows, {}), format);
  };
  EXPECT_EQ(of({{0, no_id, {}, 0, 1}, {1, no_id, {}, 0, 1}}),
            Losses{"scores without an id, as all are 1"});
  EXPECT_EQ(of({{0, no_id, {}, 0, 1}, {1, no_id, {}, 0, 0.5F}}), Losses{});
  EXPECT_EQ(of({{0, 0, {}, 0, nan}}), Losses{"that some boxes have no score"});
  EXPECT_EQ(of({{0, 5, {}, 0, nan}, {1, no_id, {}, 0, nan}}), Losses{});
  EXPECT_EQ(of({{0, 5, {}, 0, 0.5F}, {1, no_id, {}, 0, 1}}),
            Losses{"scores without an id, as all are 1"});
}

TEST(FolderWriters, YoloSegmentsAreCorners) {
  const TrackTable table = one_row([](TrackColumns& rows) {
    rows.outlines.put(
        0, std::vector<OutlinePoint>{
               {{10, 20}}, {{40, 20}}, {{10, 30}}, {{1, 1}, 1}, {{2, 1}, 1}, {{1, 2}, 1}});
  });
  EXPECT_EQ(written_folder(table, small_clip, "yolo_segment"),
            (Files{{"000001.txt", "0 0.1 0.4 0.4 0.4 0.1 0.6\n"}}));
  EXPECT_EQ(losses(table, "yolo_segment"),
            std::vector<std::string>{"rings of outlines past the first"});
}

// 20 x 10 about (50, 25), a quarter turn clockwise: the top left corner moves to the top right.
TEST(FolderWriters, YoloOrientedBoxesBeginWithTheirLeftTopCorner) {
  const TrackTable table = one_row([](TrackColumns& rows) {
    rows.box = {{40, 20, 20, 10}};
    rows.rotation = {90};
  });
  EXPECT_EQ(written_folder(table, small_clip, "yolo_oriented"),
            (Files{{"000001.txt", "0 0.55 0.3 0.55 0.7 0.45 0.7 0.45 0.3\n"}}));
}

TEST(FolderWriters, YoloPosesHaveFlagsWherePointsAreHidden) {
  const auto pose = [](PointState last, float score) {
    return one_row([&](TrackColumns& rows) {
      rows.key_points.put(0, std::vector<KeyPoint>{{{20, 25}, score, PointState::visible},
                                                   {{9, 9}, score, PointState::absent},
                                                   {{40, 30}, score, last}});
      rows.skeleton = {-1};
    });
  };
  EXPECT_EQ(written_folder(pose(PointState::hidden, nan), small_clip, "yolo_pose"),
            (Files{{"000001.txt", "0 0.25 0.5 0.3 0.2 0.2 0.5 2 0 0 0 0.4 0.6 1\n"},
                   {"data.yaml", "kpt_shape: [3, 3]\n"}}));
  EXPECT_EQ(
      written_folder(pose(PointState::visible, 0.75F), small_clip, "yolo_pose").at("000001.txt"),
      "0 0.25 0.5 0.3 0.2 0.2 0.5 0.75 0 0 0 0.4 0.6 0.75\n");
}

TEST(FolderWriters, YoloPosesNeedPoints) {
  const TrackTable table = make_track_table({{{0, 3, {1, 2, 3, 4}, 0, 0.5F}}}, {});
  EXPECT_EQ(losses(table, "yolo_pose"), std::vector<std::string>{"boxes without key points"});
  EXPECT_EQ(written_folder(table, small_clip, "yolo_pose"), (Files{{"000001.txt", ""}}));
}

TEST(FolderWriters, YoloNeedsThePicturesSize) {
  const TemporaryFolder folder;
  const std::string message = refusal_of([&] {
    write_tracks(make_track_table(two_rows, {}), {}, folder.path() / "out", {}, "yolo_detect");
  });
  EXPECT_NE(message.find("--source-size"), std::string::npos) << message;
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(FolderWriters, OpenPoseHasPeopleAndTheirPoints) {
  const TrackTable table = one_row([](TrackColumns& rows) {
    rows.id = {3};
    rows.box = {{20, 25, 20, 5.5F}};
    rows.key_points.put(0, std::vector<KeyPoint>{{{20, 25}, 0.5F, PointState::visible},
                                                 {{}, 0, PointState::absent},
                                                 {{40, 30.5F}, 0.25F, PointState::visible}});
    rows.skeleton = {-1};
  });
  const Files files = written_folder(table, {{}, {25, 1}, 2}, "openpose");
  ASSERT_EQ(files.size(), 2U);
  const auto people = [&](const std::string& name) {
    return parse_json(files.at(name), name).find("people")->dump();
  };
  EXPECT_EQ(
      people("000000000000_keypoints.json"),
      parse_json(R"([{"person_id": [3], "pose_keypoints_2d": [20.0, 25.0, 0.5, 0, 0, 0, 40.0, 30.5,
                            0.25], "face_keypoints_2d": [], "hand_left_keypoints_2d": [],
                            "hand_right_keypoints_2d": []}])",
                 "expected")
          .dump());
  EXPECT_EQ(people("000000000001_keypoints.json"), "[]");
  EXPECT_EQ(losses(table, "openpose"), std::vector<std::string>{"classes"});
}

TEST(FolderWriters, OpenPoseHasHandsInListsOfTheirOwn) {
  std::string hand = "0,0,0";
  for (int i = 1; i < 21; ++i) hand += ",7.5,8.5,0.5";
  const std::string person =
      R"({"version":1.3,"people":[{"person_id":[-1],"pose_keypoints_2d":[5.5,6.5,0.5],)"
      R"("face_keypoints_2d":[1.5,2.5,0.5,3.5,4.5,0.5],"hand_left_keypoints_2d":[)" +
      hand + R"(],"hand_right_keypoints_2d":[]}]})";
  const TemporaryFolder folder;
  folder.write("in/000000000000_keypoints.json", person);
  const TrackTable table = folder.read({}, "in").table;
  EXPECT_EQ(losses(table, "openpose"), std::vector<std::string>{});
  const Files files = written_folder(table, {}, "openpose");
  EXPECT_EQ(parse_json(files.begin()->second, "written").dump(), parse_json(person, "read").dump());
}

TEST(FolderWriters, FoldersAppearWholeAndGoOnlyForTheirLike) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "labels";
  const TrackTable table = make_track_table(two_rows, {"car"});
  const auto write = [&](bool overwrite, std::string_view format = "yolo_detect") {
    return refusal_of([&] { write_tracks(table, small_clip, path, {overwrite, {}}, format); });
  };
  EXPECT_EQ(write(false), "");
  EXPECT_NE(write(false).find("--overwrite"), std::string::npos);
  folder.write("labels/000077.txt", "from before");
  EXPECT_EQ(write(true), "");
  EXPECT_FALSE(std::filesystem::exists(path / "000077.txt"));
  EXPECT_NE(write(true, "deepstream").find("000001.txt"), std::string::npos) << "other names";
  folder.write("labels/notes.txt", "mine");
  EXPECT_NE(write(true).find("notes.txt"), std::string::npos);
  EXPECT_TRUE(std::filesystem::exists(path / "notes.txt"));
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(FolderWriters, TheFramesNumberMustBeReadBack) {
  const TemporaryFolder folder;
  const auto write = [&](const char* name) {
    return refusal_of([&] {
      write_tracks(make_track_table(two_rows, {}), {}, folder.path() / name, {}, "kitti_detection");
    });
  };
  EXPECT_NE(write("out/%06d_cam2.txt").find("the last one"), std::string::npos);
  EXPECT_NE(write("out/cam2%06d.txt").find("the last one"), std::string::npos);
  EXPECT_EQ(write("out/cam2_####.txt"), "");
  EXPECT_TRUE(std::filesystem::exists(folder.path() / "out" / "cam2_0002.txt"));
}

}  // namespace
}  // namespace overlace::test

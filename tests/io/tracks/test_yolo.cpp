// SPDX-License-Identifier: Apache-2.0
// Folders of YOLO labels: boxes in pixels, worked out by hand for a 200 x 100 picture.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "read_text.h"

namespace overlace::test {
namespace {

TrackReadOptions on_picture(const std::string& format = {}) {
  TrackReadOptions options;
  options.format = format;
  options.clip.size = {200, 100};
  return options;
}

/// The labels of a single frame, 1, read from a folder.
ReadResult read_frame(const std::string& text, const std::string& format = {}) {
  const TemporaryFolder folder;
  return folder.write("clip_1.txt", text).read(on_picture(format));
}

TEST(Yolo, BoxesAreCentresInFractions) {
  const TemporaryFolder folder;
  folder.write("labels/clip_1.txt", "0 0.5 0.5 0.1 0.2\n2 0.25 0.25 0.1 0.1\n")
      .write("labels/clip_10.txt", "0 0.5 0.5 0.1 0.2\n")
      .write("labels/clip_2.txt", "0 0.5 0.5 0.1 0.2\n")
      .write("labels/classes.txt", "person\nbicycle\ncar\n");
  const ReadResult r = folder.read(on_picture(), "labels");
  EXPECT_EQ(r.report.format, "yolo_detect");
  ASSERT_EQ(r.table.row_count(), 4U);
  EXPECT_EQ(r.table.box[0], (Box{90, 40, 20, 20}));
  EXPECT_EQ(r.class_name(1), "car");
  // clip_1 is the first frame, clip_10 the tenth, whatever the order of the names.
  EXPECT_EQ(r.table.frame_of(0), 0);
  EXPECT_EQ(r.table.frame_of(2), 1);
  EXPECT_EQ(r.table.frame_of(3), 9);
  EXPECT_TRUE(r.assumes("fractions of the picture"));
}

TEST(Yolo, WithoutAPictureFractionsStayAndItIsSaid) {
  const TemporaryFolder folder;
  folder.write("1.txt", "0 0.5 0.5 0.5 0.5\n");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.table.box[0], (Box{0.25F, 0.25F, 0.5F, 0.5F}));
  EXPECT_TRUE(r.assumes("--source-size"));
  TrackReadOptions options;
  options.source_size = {200, 100};
  EXPECT_EQ(folder.read(options).table.box[0], (Box{50, 25, 100, 50}));
}

TEST(Yolo, ASixthValueIsAScoreOrAnId) {
  const ReadResult score = read_frame("0 0.5 0.5 0.1 0.2 0.75\n0 0.2 0.5 0.1 0.2 1\n");
  EXPECT_EQ(score.table.score[0], 0.75F);
  EXPECT_EQ(score.table.id[0], no_id);
  const ReadResult id = read_frame("0 0.5 0.5 0.1 0.2 7\n0 0.2 0.5 0.1 0.2 12\n");
  EXPECT_EQ(id.table.id, (std::vector<TrackId>{7, 12}));
  EXPECT_TRUE(std::isnan(id.table.score[0]));
  const ReadResult both = read_frame("0 0.5 0.5 0.1 0.2 0.75 7\n0 0.2 0.5 0.1 0.2 0.5 12\n");
  EXPECT_EQ(both.report.format, "yolo_detect") << "no triangle";
  EXPECT_EQ(both.table.score[1], 0.5F);
  EXPECT_EQ(both.table.id[1], 12);
}

TEST(Yolo, ASecondRunAppendsAndEveryRowIsThereTwice) {
  const std::string row = "0 0.5 0.5 0.1 0.2 0.75\n";
  const ReadResult r = read_frame(row + row);
  EXPECT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.lost("second run").count, 1U);
  EXPECT_EQ(r.lost("second run").first_file, "clip_1.txt");
}

TEST(Yolo, FramesMayCountFrom0) {
  const TemporaryFolder folder;
  const std::string row = "0 0.5 0.5 0.1 0.2\n";
  folder.write("frame_0000.txt", row).write("frame_0001.txt", row);
  EXPECT_EQ(folder.read().table.first_frame, 0);
  EXPECT_EQ(folder.read().table.frame_count(), 2);
}

TEST(Yolo, OutlinesHaveAnOddCountWhereAScoreFollows) {
  const ReadResult r = read_frame(
      "0 0.1 0.1 0.3 0.1 0.3 0.5\n"
      "1 0.5 0.5 0.7 0.5 0.7 0.9 0.5 0.9\n");
  EXPECT_EQ(r.report.format, "yolo_segment");
  EXPECT_EQ(r.table.box[0], (Box{20, 10, 40, 40}));
  ASSERT_EQ(r.table.outlines.of(1).size(), 4U);
  EXPECT_EQ(r.table.outlines.of(1)[2].at, (Vec2{140, 90}));

  const ReadResult scored = read_frame(
      "0 0.1 0.1 0.3 0.1 0.3 0.5 0.625\n"
      "1 0.5 0.5 0.7 0.5 0.7 0.9 0.5 0.9 0.25\n");
  EXPECT_EQ(scored.table.outlines.of(0).size(), 3U);
  EXPECT_EQ(scored.table.score[0], 0.625F);

  const ReadResult tracked = read_frame(
      "0 0.1 0.1 0.3 0.1 0.3 0.5 0.625 3\n"
      "1 0.5 0.5 0.7 0.5 0.7 0.9 0.5 0.9 0.25 4\n");
  EXPECT_EQ(tracked.table.outlines.of(0).size(), 3U);
  EXPECT_EQ(tracked.table.score[0], 0.625F);
  EXPECT_EQ(tracked.table.id[1], 4);
}

TEST(Yolo, OrientedBoxesTurnInThePictureNotInFractions) {
  // A 20 px square rotated by 45 degrees about (100, 50): corners are 14.14 px from the centre.
  const ReadResult r = read_frame("0 0.5 0.358579 0.570711 0.5 0.5 0.641421 0.429289 0.5\n");
  EXPECT_EQ(r.report.format, "yolo_oriented");
  ASSERT_EQ(r.table.rotation.size(), 1U);
  EXPECT_NEAR(r.table.rotation[0], 45, 0.01);
  EXPECT_NEAR(r.table.box[0].x, 90, 0.01);
  EXPECT_NEAR(r.table.box[0].y, 40, 0.01);
  EXPECT_NEAR(r.table.box[0].width, 20, 0.01);
  EXPECT_NEAR(r.table.box[0].height, 20, 0.01);
}

/// A box around (0.25, 0.75) with `count` points in it, each followed by `rest`.
std::string pose(int count, const std::string& rest) {
  std::string row = "0 0.25 0.75 0.2 0.2";
  for (int i = 0; i < count; ++i) row += " 0.3 0.7" + rest;
  return row;
}

void expect_at(const KeyPoint& point, float x, float y) {
  EXPECT_NEAR(point.at.x, x, 1e-4);
  EXPECT_NEAR(point.at.y, y, 1e-4);
}

TEST(Yolo, PointsAt0AreAbsentAndFlagsAreCocos) {
  const ReadResult r =
      read_frame("0 0.5 0.5 0.4 0.4 0.4 0.6 2 0.5 0.5 1 0 0 0 0.6 0.6 2 0.4 0.4 2\n", "yolo_pose");
  const auto points = r.table.key_points.of(0);
  ASSERT_EQ(points.size(), 5U);
  expect_at(points[0], 80, 60);
  EXPECT_EQ(points[0].state, PointState::visible);
  EXPECT_EQ(points[1].state, PointState::hidden);
  EXPECT_EQ(points[2].state, PointState::absent);
  EXPECT_TRUE(std::isnan(points[0].score));
}

TEST(Yolo, PosesAreRecognisedWithOrWithoutVisibilityScoreAndId) {
  for (const char* visibility : {" 0.875", ""}) {
    for (const char* tail : {"", " 0.625", " 0.625 7"}) {
      const ReadResult r = read_frame(pose(17, visibility) + tail + "\n");
      ASSERT_EQ(r.report.format, "yolo_pose") << visibility << tail;
      ASSERT_EQ(r.table.key_points.of(0).size(), 17U) << visibility << tail;
      expect_at(r.table.key_points.of(0)[16], 60, 70);
      EXPECT_EQ(r.table.skeletons.at(0).points.at(9), "left_wrist");
      EXPECT_EQ(std::isnan(r.table.score[0]), *tail == '\0');
    }
  }
}

TEST(Yolo, DataYamlNamesClassesAndShapesPoints) {
  const TemporaryFolder folder;
  folder.write("set/labels/1.txt", pose(2, " 1") + "\n")
      .write("set/data.yaml",
             "path: ../x\nkpt_shape: [2, 3]  # points\nnames:\n  0: 'cat'\n  1: \"dog\"\nnc: 2\n");
  const ReadResult r = folder.read(on_picture("yolo_pose"), "set/labels");
  EXPECT_EQ(r.table.key_points.of(0).size(), 2U);
  EXPECT_EQ(r.class_name(0), "cat");
  EXPECT_EQ(r.table.class_names, (std::vector<std::string>{"cat", "dog"}));
  const TemporaryFolder list;
  list.write("labels/1.txt", "1 0.5 0.5 0.1 0.1\n").write("data.yaml", "names: [cat, 'dog']\n");
  EXPECT_EQ(list.read(on_picture(), "labels").class_name(0), "dog");
}

TEST(Yolo, OneFileIsNotAFolder) {
  const std::string message = refusal("0 0.5 0.5 0.1 0.2\n");
  EXPECT_NE(message.find("give the folder"), std::string::npos) << message;
}

TEST(Yolo, OddRowsAreCounted) {
  const ReadResult r = read_frame(
      "0 0.5 0.5 0.1 0.2\nperson 0.5 0.5 0.1 0.2\n0 0.5 0.5\n0.5 0.5 0.5 0.1 0.2\n"
      "0 nan 0.5 0.1 0.2\n0 0.4 0.5 0.1 0.2\n",
      "yolo_detect");
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.lost("not a class and its shape").count, 3U);
  EXPECT_EQ(r.lost("not made of numbers").first_line, 5U);
}

TEST(Yolo, ThingsWithoutAnIdHaveShorterRows) {
  const TemporaryFolder folder;
  // Ultralytics writes ids only for objects that its tracker has confirmed.
  folder.write("clip_1.txt", "0 0.5 0.5 0.1 0.2\n").write("clip_2.txt", "0 0.5 0.5 0.1 0.2 7\n");
  const ReadResult r = folder.read(on_picture());
  EXPECT_EQ(r.report.format, "yolo_detect");
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{no_id, 7}));
  EXPECT_TRUE(std::isnan(r.table.score[1]));
}

TEST(Yolo, AnIdOfMinusOneIsNone) {
  const ReadResult scored =
      read_frame("0 0.5 0.5 0.1 0.2 0.9 1\n0 0.3 0.5 0.1 0.2 0.8 2\n0 0.8 0.5 0.1 0.2 0.7 -1\n");
  EXPECT_EQ(scored.report.format, "yolo_detect");
  EXPECT_EQ(scored.table.id, (std::vector<TrackId>{1, 2, no_id}));
  EXPECT_EQ(scored.table.score[2], 0.7F);
  const ReadResult bare = read_frame("0 0.5 0.5 0.1 0.2 1\n0 0.8 0.5 0.1 0.2 -1\n");
  EXPECT_EQ(bare.table.id, (std::vector<TrackId>{1, no_id}));
  EXPECT_TRUE(std::isnan(bare.table.score[0]));
}

TEST(Yolo, IdsMayCountFrom0) {
  const ReadResult r = read_frame("0 0.5 0.5 0.1 0.2 0.9 0\n0 0.3 0.5 0.1 0.2 0.8 2\n");
  EXPECT_EQ(r.report.format, "yolo_detect");
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{0, 2}));
  EXPECT_EQ(read_frame("0 0.5 0.5 0.1 0.2 0\n0 0.3 0.5 0.1 0.2 1\n").table.score[1], 1)
      << "these may be scores";
}

// One of twenty rows has a number that is no id, so they could be triangles, outside the picture.
TEST(Yolo, WhatIsNotQuiteAFormatIsNamedWithTheReason) {
  std::string rows;
  for (int id = 1; id < 20; ++id) rows += fmt::format("0 0.5 0.5 0.1 0.2 0.9 {}\n", id);
  const std::string message =
      refusal_of([&] { (void)read_frame(rows + "0 0.3 0.5 0.1 0.2 0.8 2.5\n"); });
  EXPECT_NE(message.find("yolo_segment"), std::string::npos) << message;
  EXPECT_NE(
      message.find("it is not quite YOLO boxes (yolo_detect), because 1 of 20 rows ends in no id"),
      std::string::npos)
      << message;
}

TEST(Yolo, ThingsWithoutAnIdKeepTheirScores) {
  const TemporaryFolder folder;
  folder.write("clip_1.txt", "0 0.5 0.5 0.1 0.2 0.875\n")
      .write("clip_2.txt", "0 0.5 0.5 0.1 0.2 0.75 7\n");
  const ReadResult r = folder.read(on_picture());
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{no_id, 7}));
  EXPECT_EQ(r.table.score, (std::vector<float>{0.875F, 0.75F}));
}

TEST(Yolo, OrientedThingsWithoutAnIdHaveShorterRows) {
  const TemporaryFolder folder;
  folder.write("clip_1.txt", "0 0.1 0.1 0.3 0.1 0.3 0.2 0.1 0.2\n")
      .write("clip_2.txt", "0 0.1 0.1 0.3 0.1 0.3 0.2 0.1 0.2 7\n");
  const ReadResult r = folder.read(on_picture());
  EXPECT_EQ(r.report.format, "yolo_oriented");
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{no_id, 7}));
}

TEST(Yolo, OutlinesOfEquallyManyCornersAreNotTakenForPoints) {
  // A 16-corner disc: as centre and size, the first two corners would be a box around all of them.
  std::string row = "0";
  for (int i = 0; i < 16; ++i)
    row += " " + std::to_string(0.5 + 0.1 * std::cos(i * 0.3927)) + " " +
           std::to_string(0.5 + 0.1 * std::sin(i * 0.3927));
  EXPECT_NE(refusal_of([&] { (void)read_frame(row + "\n"); }).find("yolo_segment"),
            std::string::npos);
}

/// The corners of a row's box, rotated about its centre.
std::vector<Vec2> corners_of(const TrackTable& table, std::uint32_t row) {
  const Box& box = table.box[row];
  const double turn = double{table.rotation.at(row)} * std::numbers::pi / 180;
  std::vector<Vec2> corners;
  for (const auto& [across, down] : {std::pair{-1, -1}, {1, -1}, {1, 1}, {-1, 1}}) {
    const double dx = across * double{box.width} / 2, dy = down * double{box.height} / 2;
    corners.push_back(box.center() +
                      Vec2{static_cast<float>(dx * std::cos(turn) - dy * std::sin(turn)),
                           static_cast<float>(dx * std::sin(turn) + dy * std::cos(turn))});
  }
  return corners;
}

// A 100 x 50 picture shown rotated: its point x, y is shown at y, 100 - x.
TEST(Yolo, OrientedBoxesOfATurnedPictureTurnWithIt) {
  const TemporaryFolder folder;
  folder.write("000001.txt", "0 0.4 0.3 0.56 0.46 0.51 0.66 0.35 0.5\n");
  TrackReadOptions options{.format = "yolo_oriented"};
  options.clip = {{50, 100}, {25, 1}, 1, {.transposed = true, .flip_x = true, .flip_y = false}};
  options.stored = true;
  const ReadResult r = folder.read(options);
  ASSERT_EQ(r.table.row_count(), 1U);
  for (const Vec2 stored : {Vec2{40, 15}, {56, 23}, {51, 33}, {35, 25}}) {
    const Vec2 shown{stored.y, 100 - stored.x};
    EXPECT_TRUE(std::ranges::any_of(
        corners_of(r.table, 0),
        [&](Vec2 corner) { return std::hypot(corner.x - shown.x, corner.y - shown.y) < 1e-3; }))
        << stored.x << " " << stored.y;
  }
}

}  // namespace
}  // namespace overlace::test

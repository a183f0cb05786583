// SPDX-License-Identifier: Apache-2.0
// KITTI labels and similar formats: boxes worked out by hand from the formats' documentation.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "read_text.h"

namespace overlace::test {
namespace {

constexpr const char* tracking =
    "0 -1 DontCare -1 -1 -10.000000 219.31 188.49 245.50 218.56 -1000 -1000 -1000 -10 -1 -1 -1\n"
    "0 0 Van 0 0 -1.793451 296.744956 161.752147 455.226042 292.372804 2.0 1.823255 4.433886 "
    "-4.552284 1.858523 13.410495 -2.115488\n"
    "2 0 Van 1 2 -1.796862 294.898777 156.024256 452.199718 284.621269 2.0 1.823255 4.433886 "
    "-4.650955 1.766774 13.581085 -2.121565 0.75\n";

TEST(KittiTracking, CornersFrom0AndTheClassInTheThirdField) {
  const ReadResult r = read_text(tracking);
  EXPECT_EQ(r.report.format, "kitti_tracking");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.first_frame, 0);
  EXPECT_EQ(r.table.frame_of(2), 2);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{no_id, 0, 0}));
  // Right and bottom are edges, not sizes.
  EXPECT_FLOAT_EQ(r.table.box[1].x, 296.744956F);
  EXPECT_FLOAT_EQ(r.table.box[1].width, 455.226042F - 296.744956F);
  EXPECT_FLOAT_EQ(r.table.box[1].height, 292.372804F - 161.752147F);
  EXPECT_EQ(r.class_name(0), "DontCare");
  EXPECT_EQ(r.class_name(1), "Van");
  EXPECT_TRUE(std::isnan(r.table.score[1]));
  EXPECT_EQ(r.table.score[2], 0.75F);
}

TEST(KittiTracking, DimensionsAreHeightWidthLength) {
  const ReadResult r = read_text(tracking);
  EXPECT_EQ(r.attribute("height_m")[1], 2.0F);
  EXPECT_EQ(r.attribute("width_m")[1], 1.823255F);
  EXPECT_EQ(r.attribute("length_m")[1], 4.433886F);
  EXPECT_EQ(r.attribute("z_m")[1], 13.410495F);
  EXPECT_EQ(r.attribute("truncated")[2], 1);
  EXPECT_EQ(r.attribute("occluded")[2], 2);
  EXPECT_TRUE(std::isnan(r.attribute("height_m")[0])) << "-1000 is not known";
}

TEST(KittiTracking, RegionsToIgnoreGoOnRequest) {
  TrackReadOptions options;
  options.drop_ignored = true;
  const ReadResult r = read_text(tracking, options);
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_TRUE(r.assumes("1 rows that evaluation ignores"));
}

TEST(KittiTracking, WhatFairMotWritesAsKittiIsRead) {
  const ReadResult r =
      read_text("0 1 pedestrian 0 0 -10 10.5 20 40.5 80 -10 -10 -10 -1000 -1000 -1000 -10\n");
  EXPECT_EQ(r.report.format, "kitti_tracking");
  EXPECT_EQ(r.table.box[0], (Box{10.5F, 20, 30, 60}));
  EXPECT_TRUE(r.attribute("height_m").empty());
}

TEST(KittiTracking, OddRowsAreCounted) {
  const ReadResult r = read_text(std::string(tracking) +
                                     "3 0 Van 0 0\n3 1 Van 0 0 x 1 2 3 4 1 1 1 "
                                     "1 1 1 1\n1.5 1 Van 0 0 0 1 2 3 4 1 1 1 1 1 1 1\n"
                                     "4 1 Van 0 0 0 9 2 3 4 1 1 1 1 1 1 1\n",
                                 {.format = "kitti_tracking"});
  EXPECT_EQ(r.lost("fewer than 17").first_line, 4U);
  EXPECT_EQ(r.lost("not a KITTI label").first_line, 5U);
  EXPECT_EQ(r.lost("not an integer").first_line, 6U);
  EXPECT_EQ(r.lost("negative size").first_line, 7U) << "right is left of left";
}

TEST(KittiDetection, AFolderHasAFileForEveryPicture) {
  const TemporaryFolder folder;
  folder.write("000010.txt", "Car 0.35 1 1.55 10 20 40 60 1.57 1.73 4.15 1 1.75 13.22 1.62\n")
      .write("000002.txt", "Pedestrian 0 0 -0.2 1 2 3 6 1.89 0.48 1.20 1.84 1.47 8.41 0.01 0.5\n")
      .write("readme.md", "not a label");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.report.format, "kitti_detection");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.frame_of(0), 2);
  EXPECT_EQ(r.table.frame_of(1), 10);
  EXPECT_EQ(r.table.box[1], (Box{10, 20, 30, 40}));
  EXPECT_EQ(r.attribute("truncated")[1], 0.35F) << "a fraction here, a level in the tracking set";
  EXPECT_EQ(r.table.score[0], 0.5F);
  EXPECT_EQ(r.table.id[0], no_id);
}

TEST(DeepStream, ADetectorsDumpHasNoIds) {
  const TemporaryFolder folder;
  folder.write("00_000_000000.txt",
               "person 0.0 0 0.0 100.5 50.25 130.5 110.25 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.875\n"
               "traffic light 0.0 0 0.0 1 2 3 4 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.5\n");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.report.format, "deepstream");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{100.5F, 50.25F, 30, 60}));
  EXPECT_EQ(r.table.score[0], 0.875F);
  EXPECT_EQ(r.table.id[0], no_id);
  EXPECT_EQ(r.class_name(1), "traffic light");
  EXPECT_TRUE(r.assumes("--source-size"));
}

TEST(DeepStream, ATrackersDumpHasTheIdAfterTheLabel) {
  const TemporaryFolder folder;
  // Read as KITTI tracking, the id would be the box's frame, and the columns would be off by one.
  folder.write("00_000_000012.txt",
               "person 4294967297 0.0 0 0.0 10 20 40 80 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.5\n"
               "person 18446744073709551615 0.0 0 0.0 1 2 3 4 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.5\n"
               "car 7 0.0 0 0.0 1 2 3 4 0.0 0.0 0.0 0.0 0.0 0.0 0.0\n");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.report.format, "deepstream");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.frame_of(0), 12);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{4294967297, no_id, 7}));
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 60}));
  EXPECT_TRUE(std::isnan(r.table.score[2])) << "older releases give no score";
}

// Read as KITTI's labels with scores, which have as many fields, every box would be off by one.
TEST(DeepStream, ATrackersDumpMayHaveNoScores) {
  const TemporaryFolder folder;
  folder.write("00_001_000000.txt",
               "car 1 0.0 0 0.0 10 20 40 80 0.0 0.0 0.0 0.0 0.0 0.0 0.0\n"
               "Misc 2 0.0 0 0.0 498.7 155.7 600 300 0.0 0.0 0.0 0.0 0.0 0.0 0.0\n");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.report.format, "deepstream");
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 60}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{1, 2}));
}

TEST(DeepStream, IdsOfAll64BitsKeepThingsApart) {
  // The upper half of a unique id is random: every second id is above 2^63.
  const auto row = [](const char* id) {
    return fmt::format("person {} 0.0 0 0.0 10 20 40 80 0 0 0 0 0 0 0 0.5\n", id);
  };
  const TemporaryFolder folder;
  folder.write("00_000_000000.txt", row("13835058055282163713") + row("1"))
      .write("00_000_000001.txt", row("13835058055282163714") + row("13835058055282163713"));
  const ReadResult r = folder.read();
  ASSERT_EQ(r.table.row_count(), 4U);
  EXPECT_EQ(r.report.ids, 3U);
  EXPECT_EQ(r.table.id[0], r.table.id[3]);
  EXPECT_TRUE(r.report.oddities.empty());
}

TEST(DeepStream, SeveralStreamsAreRefusedWithThePatternOfOne) {
  const TemporaryFolder folder;
  const std::string row = "person 0.0 0 0.0 1 2 3 4 0.0 0.0 0.0 0.0 0.0 0.0 0.0\n";
  folder.write("00_000_000000.txt", row).write("00_001_000000.txt", row + row);
  const std::string message = refusal_of([&] { (void)folder.read(); });
  EXPECT_NE(message.find("2 series"), std::string::npos) << message;
  EXPECT_NE(message.find("00_000_*.txt"), std::string::npos) << message;
  EXPECT_EQ(folder.read({}, "00_001_*.txt").table.row_count(), 2U);
}

TEST(DeepStream, BoxesAreScaledFromTheMuxersSize) {
  const TemporaryFolder folder;
  folder.write("00_000_000000.txt", "person 0.0 0 0.0 10 20 30 60 0.0 0.0 0.0 0.0 0.0 0.0 0.0\n");
  TrackReadOptions options;
  options.source_size = {1920, 1080};
  options.clip.size = {960, 540};
  EXPECT_EQ(folder.read(options).table.box[0], (Box{5, 10, 10, 20}));
}

TEST(DeepStream, WhatPastFramesAppendAgainIsADuplicate) {
  const TemporaryFolder folder;
  const std::string row = "person 7 0.0 0 0.0 1 2 3 4 0.0 0.0 0.0 0.0 0.0 0.0 0.0 0.5\n";
  folder.write("00_000_000003.txt", row + row);
  const ReadResult r = folder.read();
  EXPECT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.lost("twice in one frame").first_line, 2U);
  EXPECT_EQ(r.lost("twice in one frame").first_file, "00_000_000003.txt");
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// Layouts found in other projects' repositories: trajectories of animals and pedestrians, settings
// that look like boxes, and annotation tools. Each is read as its tool documents it, or refused.
#include <gtest/gtest.h>

#include "io/tracks/rows/column_map.h"
#include "read_text.h"

namespace overlace::test {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Caviar, BoxesHaveTheirCentres) {
  const ReadResult r = read_conformance("caviar.xml");
  EXPECT_EQ(r.report.format, "caviar");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.box[0], (Box{100, 100, 30, 80}));
  EXPECT_EQ(r.table.box[1], (Box{258, 217.75F, 32.5F, 90.5F}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{9, 15, 9}));
  EXPECT_EQ(r.report.last_frame, 1);
}

TEST(Viame, TheSurestClassCounts) {
  const ReadResult r = read_conformance("viame.csv");
  EXPECT_EQ(r.report.format, "viame");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.box[0], (Box{100, 50, 40, 30}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{4, 4, 5}));
  EXPECT_EQ(class_text(r.table, 0), "ray");
  EXPECT_FLOAT_EQ(r.table.score[0], 0.75F);
  EXPECT_EQ(class_text(r.table, 1), "shark");
  EXPECT_EQ(r.table.outlines.of(1).size(), 3U);
  EXPECT_FLOAT_EQ(r.attribute("length")[1], 12.5F);
  EXPECT_EQ(class_text(r.table, 2), "crab");
}

TEST(Dive, KeyFramesThatAskForItAreJoined) {
  const ReadResult r = read_conformance("dive.json");
  EXPECT_EQ(r.report.format, "dive");
  ASSERT_EQ(r.table.row_count(), 4U) << "frames 2, 3, 4 and 6";
  EXPECT_EQ(r.table.box[0], (Box{100, 50, 40, 30}));
  EXPECT_EQ(r.table.box[1], (Box{110, 60, 40, 30})) << "half way";
  EXPECT_EQ(r.table.frame_of(3), 6);
  EXPECT_EQ(r.table.id[3], 7);
  EXPECT_EQ(class_text(r.table, 0), "ray");
}

TEST(IdTracker, EveryAnimalIsATrackOfPoints) {
  const ReadResult r = read_conformance("idtracker.csv");
  EXPECT_EQ(r.report.format, "idtracker");
  ASSERT_EQ(r.table.row_count(), 5U) << "animal 2 is not found in frame 0";
  EXPECT_EQ(r.table.box[0], (Box{853.5F, 173.25F, 0, 0}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{1, 3, 1, 2, 3}));
  EXPECT_EQ(r.table.box[3], (Box{640, 320, 0, 0}));
}

TEST(IdTracker, TheFirstVersionHasProbabilities) {
  const ReadResult r = read_text("X1\tY1\tProbId1\tX2\tY2\tProbId2\n500\t200\t1\t300\t210\t0.5\n");
  EXPECT_EQ(r.report.format, "idtracker");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_FLOAT_EQ(r.table.score[1], 0.5F);
  EXPECT_EQ(r.table.box[1], (Box{300, 210, 0, 0}));
}

TEST(Tracktor, PositionsByName) {
  std::string text = ",frame,pos_x,pos_y\n";
  for (int i = 0; i < 20; ++i)
    text += std::to_string(i) + "," + std::to_string(i + 3) + ".0,1528.25," +
            std::to_string(330 + i) + ".5\n";
  const ReadResult r = read_text(text, {}, "fish_tracked.csv");
  EXPECT_EQ(r.report.format, "csv");
  ASSERT_EQ(r.table.row_count(), 20U);
  EXPECT_EQ(r.table.first_frame, 3);
  EXPECT_EQ(r.table.box[0], (Box{1528.25F, 330.5F, 0, 0}));
}

TEST(Walkers, MetresByFrameAndByTrackAreRefused) {
  std::string by_frame, by_track;
  for (int frame = 0; frame < 100; frame += 10)
    for (int id = 1; id <= 3; ++id)
      by_frame += std::to_string(frame) + ".0\t" + std::to_string(id) + ".0\t11.25\t3.75\n";
  for (int id = 1; id <= 3; ++id)
    for (int frame = 800; frame < 1000; frame += 10)
      by_track += std::to_string(frame) + " " + std::to_string(id) + " 13.64 5.8\n";
  EXPECT_TRUE(has(refusal(by_frame), "homography")) << refusal(by_frame);
  EXPECT_TRUE(has(refusal(by_track), "frame,id,x,y")) << refusal(by_track);
  EXPECT_EQ(read_text("frame,id,x,y\n0,1,311.5,207.5\n10,1,312.5,208.5\n").table.row_count(), 2U);
}

TEST(Walkers, AnObjectThatRisesIsNone) {
  std::string text;
  for (int i = 0; i < 20; ++i) text += "367," + std::to_string(300 - i) + ",41.5,16.25\n";
  EXPECT_EQ(read_text(text).report.format, "single_object");
}

TEST(ToxTrac, AnArenaIsNoId) {
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += std::to_string(i) + "\t0\t1\t1523.65\t" + std::to_string(334 + i) + ".5\t1\n";
  EXPECT_FALSE(refusal(text).empty());
}

TEST(Headings, NumbersUnderOtherNamesAreNotMotChallenges) {
  const std::string rows = "0,56,635,334,39,264\n1,57,635,335,40,275\n2,57,634,336,40,277\n";
  EXPECT_EQ(read_text(rows).report.format, "mot");
  const std::string trex = "frame,SPEED#wcentroid (cm/s),X#wcentroid (cm),blobid,length,pixels\n";
  EXPECT_FALSE(refusal(trex + rows).empty());
  EXPECT_EQ(read_text("frame,id,left,top,w,h\n" + rows).table.row_count(), 3U);
}

TEST(Doubts, PointsInMetresOrPerCent) {
  std::string metres = "frame,id,x,y,type\n", pixels = metres;
  for (int i = 0; i < 20; ++i) {
    metres += std::to_string(i) + ",1," + std::to_string(24 + i) + ".25,19.75,ped\n";
    pixels += std::to_string(i) + ",1," + std::to_string(240 + i) + ".25,197.5,ped\n";
  }
  EXPECT_TRUE(has(refusal(metres), "per cent")) << refusal(metres);
  EXPECT_EQ(read_text(pixels).table.row_count(), 20U);
  TrackReadOptions named;
  named.format = "csv";
  EXPECT_EQ(read_text(metres, named).table.row_count(), 20U);
}

TEST(Doubts, NoPictureHasPixelsBelowZero) {
  std::string text = "frame,id,x,y,w,h\n";
  for (int i = 0; i < 20; ++i) text += std::to_string(i) + ",1,-978.5,529,1564,1781\n";
  EXPECT_TRUE(has(refusal(text), "outside the picture")) << refusal(text);
}

TEST(ScriptJson, ListsThatAreNoBoxesByTheirNames) {
  // Colours, volume sizes, rotations, matrices.
  EXPECT_TRUE(
      has(refusal(R"([{"type": "rect", "fill": [255, 0, 0, 125], "size": [200, 30]}])"), "'fill'"));
  EXPECT_TRUE(has(refusal(R"({"slots": [{"shape": [1, 128, 128, 16]}]})"), "xyxy=shape"));
  EXPECT_FALSE(refusal(R"({"0": {"pose": {"affine": [[1, 0, 0, 7], [0, 1, 0, 8], [0, 0, 1, 9],
                                                     [0, 0, 0, 1]]}}})")
                   .empty());
  const ReadResult named = read_text(R"([{"frame": 0, "hull": [10, 20, 300, 400]}])", [] {
    TrackReadOptions options;
    options.columns = read_column_map("xyxy=hull");
    return options;
  }());
  EXPECT_EQ(named.table.box.at(0), (Box{10, 20, 290, 380}));
}

TEST(ScriptJson, ACamerasCentreIsNoPlace) {
  const std::string text = R"({"0": {"fx": 437.9, "fy": 437.2, "cx": 185.4, "cy": 139.3}})";
  EXPECT_FALSE(refusal(text).empty());
}

TEST(ScriptJson, MicrosecondsAreNoFrames) {
  const std::string text = R"({"metadata": {"name": "v.mp4"}, "instances": [{"meta": {"type":
    "point"}, "parameters": [{"start": 0, "timestamps": [{"x": 125, "y": 234, "timestamp":
    444935}]}]}]})";
  EXPECT_TRUE(has(refusal(text), "SuperAnnotate")) << refusal(text);
}

TEST(KeyPointCsv, DataFlowsColumnsAreNoKeyPoints) {
  const std::string text =
      "Item1.Size.Width,Item1.Roi.X,Item1.Roi.Y,Item2.Roi.X,Item2.Roi.Y,Item3.Centroid.X,"
      "Item3.Centroid.Y,Item4.Roi.X,Item4.Roi.Y,Item5.Roi.X,Item5.Roi.Y\n"
      "1920,0,0,0,0,153.5,822,0,0,0,0\n1920,0,0,0,0,153.5,773,0,0,0,0\n";
  EXPECT_FALSE(refusal(text).empty());
}

}  // namespace
}  // namespace overlace::test

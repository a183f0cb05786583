// SPDX-License-Identifier: Apache-2.0
// Files of annotation tools: values worked out by hand, and known pitfalls.
#include "read_text.h"

namespace overlace::test {
namespace {

std::vector<std::int32_t> frames_of(const TrackTable& table) {
  std::vector<std::int32_t> frames;
  for (std::uint32_t row = 0; row < table.row_count(); ++row) frames.push_back(table.frame_of(row));
  return frames;
}

/// Selects the rows of one track.
TrackTable track(const TrackTable& table, TrackId id) {
  return select_rows(table, [&](std::uint32_t row) { return table.id[row] == id; });
}

TEST(Scalabel, IdsAreTextsAndBoxesCorners) {
  const ReadResult r = read_conformance("scalabel.json");
  EXPECT_EQ(r.report.format, "scalabel");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(frames_of(r.table), (std::vector<std::int32_t>{0, 0, 2}));
  EXPECT_EQ(r.table.box[0], (Box{10.5F, 20, 30, 40}));
  EXPECT_EQ(r.table.id[0], 91078);
  EXPECT_EQ(r.table.id[2], 91078);
  EXPECT_NE(r.table.id[1], no_id);
  EXPECT_EQ(attribute_text(r.table, "track", 1), "a-17");
  EXPECT_EQ(attribute_text(r.table, "state", 0), "parked");
  EXPECT_EQ(attribute_text(r.table, "occluded", 0), "1");
  EXPECT_EQ(r.table.box[1], (Box{1, 2, 4, 7})) << "around the polygon";
  EXPECT_EQ(class_text(r.table, 1), "person");
}

TEST(Scalabel, LabelsAtFiveFramesASecondGoToTheirFrames) {
  TrackReadOptions options;
  options.frame_rate = 5;
  options.clip = {{1280, 720}, {30, 1}, 100};
  EXPECT_EQ(frames_of(read_conformance("scalabel.json", options).table),
            (std::vector<std::int32_t>{0, 0, 12}));
}

TEST(LabelStudio, KeyFramesInPercentAreFilledInUntilTheyEnd) {
  const ReadResult r = read_conformance("label_studio.json", {.source_size = {1000, 500}});
  EXPECT_EQ(r.report.format, "label_studio");
  EXPECT_EQ(frames_of(r.table), (std::vector<std::int32_t>{0, 1, 2, 5, 6, 7}));
  EXPECT_EQ(r.table.box[0], (Box{100, 100, 50, 50}));
  EXPECT_EQ(r.table.box[1], (Box{150, 100, 50, 50}));
  EXPECT_EQ(r.table.box[2], (Box{200, 100, 50, 50}));
  EXPECT_EQ(class_text(r.table, 0), "Car");
  EXPECT_TRUE(r.assumes("3 boxes between key frames are interpolated linearly"));
}

TEST(LabelStudio, BoxesTurnAboutTheirTopLeftCorner) {
  const ReadResult r = read_conformance("label_studio.json", {.source_size = {1000, 500}});
  // A quarter turn clockwise about (500, 250) brings the centre to (475, 300).
  EXPECT_EQ(r.table.rotation.at(3), 90);
  EXPECT_NEAR(r.table.box[3].center().x, 475, 1e-3);
  EXPECT_NEAR(r.table.box[3].center().y, 300, 1e-3);
  EXPECT_EQ(r.table.box[3].width, 100);
  EXPECT_EQ(r.table.box[3].height, 50);
}

TEST(LabelStudio, NeedsThePicturesSize) {
  try {
    (void)read_conformance("label_studio.json");
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.problems().front().hint.find("--source-size"), std::string::npos);
  }
}

/// A pose as in Scalabel's documentation.
TEST(Scalabel, GraphsArePoses) {
  const ReadResult r =
      read_text(R"([{"name": "a.jpg", "videoName": "a", "frameIndex": 2, "labels": [
    {"id": "1", "category": "pedestrian", "graph": {"type": "Pose2D-18Joints", "nodes": [
      {"location": [3, 4], "category": "head", "visibility": "V", "id": "n1"},
      {"location": [5, 9], "category": "foot", "visibility": "N", "id": "n2", "score": 0.5},
      {"location": [0, 0], "category": "tail", "id": "n3", "score": 0}],
      "edges": [{"source": "n1", "target": "n2", "type": "body"}, {"source": "n1", "target": "n9"}]}},
    {"id": "2", "category": "lane", "box2d": {"x1": 1, "y1": 2, "x2": 3, "y2": 4},
     "graph": {"type": "Polygon2D", "nodes": [{"location": [1, 2], "id": "n4"}]}}]}])");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{3, 4, 2, 5}));
  EXPECT_EQ(r.table.skeletons,
            (std::vector<Skeleton>{{"pedestrian", {"head", "foot", "tail"}, {{0, 1}}}}));
  const auto points = r.table.key_points.of(0);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].state, PointState::visible);
  EXPECT_EQ(points[1].state, PointState::hidden);
  EXPECT_EQ(points[1].score, 0.5F);
  EXPECT_EQ(points[2].state, PointState::absent);
  EXPECT_EQ(r.oddity("Polygon2D").count, 1U);
}

/// "closed: true for polygon and otherwise for path", according to Scalabel's documentation.
TEST(Scalabel, PathsAreNotClosed) {
  const ReadResult r = read_text(R"([{"name": "a.jpg", "frameIndex": 0, "labels": [
    {"id": "1", "category": "lane", "poly2d": [
      {"vertices": [[1, 2], [3, 5], [9, 6]], "types": "LLL", "closed": false}]},
    {"id": "2", "category": "area", "poly2d": [
      {"vertices": [[1, 2], [3, 5], [9, 6]], "types": "LLL", "closed": true}]}]}])");
  EXPECT_TRUE(r.table.outlines.of(0).empty());
  EXPECT_EQ(r.table.key_points.of(0).size(), 3U);
  EXPECT_EQ(r.table.skeletons.at(0).bones, (std::vector<Skeleton::Bone>{{0, 1}, {1, 2}}));
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 8, 4}));
  EXPECT_EQ(r.table.outlines.of(1).size(), 3U);
}

TEST(OpenLabel, PathsAreNotClosed) {
  const ReadResult r = read_text(R"({"openlabel": {"frames": {"0": {"objects": {"1": {"object_data":
    {"poly2d": [{"name": "p", "mode": "MODE_POLY2D_ABSOLUTE", "closed": false,
                 "val": [1, 2, 3, 5, 9, 6]}]}}}}}}})");
  EXPECT_TRUE(r.table.outlines.of(0).empty());
  EXPECT_EQ(r.table.key_points.of(0).size(), 3U);
}

TEST(OpenLabel, BoxesAreGivenByTheirCentres) {
  const ReadResult r = read_conformance("openlabel.json");
  EXPECT_EQ(r.report.format, "openlabel");
  const TrackTable car = track(r.table, 1);
  ASSERT_EQ(car.row_count(), 2U);
  EXPECT_EQ(car.box[0], (Box{20, 35, 20, 10}));
  EXPECT_EQ(frames_of(car), (std::vector<std::int32_t>{0, 2}));
  EXPECT_NEAR(car.rotation.at(1), 90, 1e-4);
  EXPECT_EQ(car.score[0], 0.5F);
  EXPECT_EQ(class_text(car, 0), "car");
  EXPECT_EQ(attribute_text(car, "colour", 0), "red");
  EXPECT_EQ(attribute_text(car, "lane", 0), "2");
}

TEST(OpenLabel, DataOutsideTheFramesHoldsForTheInterval) {
  const TrackTable table = read_conformance("openlabel.json").table;
  const TrackTable sign =
      select_rows(table, [&](std::uint32_t row) { return class_text(table, row) == "sign"; });
  EXPECT_EQ(frames_of(sign), (std::vector<std::int32_t>{0, 1}));
  EXPECT_EQ(sign.box[1], (Box{90, 45, 20, 10}));
}

TEST(OpenLabel, PointsAreKeyPointsAndWhatIsNotOfThePictureIsCounted) {
  const ReadResult r = read_text(R"({"openlabel": {
    "objects": {"1": {"name": "p", "type": "person"}, "2": {"type": "car"}, "3": {"type": "wall",
      "object_data": {"cuboid": [{"name": "c", "val": [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]}]}}},
    "frames": {"4": {"objects": {
      "1": {"object_data": {"point2d": [{"name": "nose", "val": [3, 4]}, {"name": "toe", "val": [5, 9]}]}},
      "2": {"object_data": {"cuboid": [{"name": "c", "val": [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]}]}}}},
      "5": {"objects": {
      "1": {"object_data": {"point2d": [{"name": "nose", "val": [4, 4]}, {"name": "toe", "val": [6, 9]}]}},
      "2": {"object_data": {"text": [{"name": "colour", "val": "red"}]}}}}}}})");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{3, 4, 2, 5}));
  ASSERT_EQ(r.table.skeletons.size(), 1U) << "alike in both frames";
  EXPECT_EQ(r.table.skeletons[0].points, (std::vector<std::string>{"nose", "toe"}));
  EXPECT_EQ(r.table.key_points.of(1)[1].at, (Vec2{6, 9}));
  EXPECT_EQ(r.lost("cuboid").count, 2U);
}

/// Images are numbered, so their order does not matter.
TEST(CvatImages, ImagesComeInAnyOrder) {
  std::string text = "<annotations>";
  for (int id = 9; id >= 0; --id)
    text += "<image id=\"" + std::to_string(id) +
            "\" name=\"a.jpg\" width=\"64\" height=\"48\"><box label=\"car\" xtl=\"" +
            std::to_string(id) + "\" ytl=\"1\" xbr=\"20\" ybr=\"9\"/></image>";
  const ReadResult r = read_text(text + "</annotations>");
  EXPECT_EQ(r.report.format, "cvat_images");
  ASSERT_EQ(r.table.row_count(), 10U);
  EXPECT_EQ(r.table.box[3].x, 3);
}

TEST(CvatVideo, OutsideHidesAndKeyFramesAreFilledIn) {
  const ReadResult r = read_conformance("cvat_video.xml");
  EXPECT_EQ(r.report.format, "cvat_video");
  const TrackTable car = track(r.table, 0);
  EXPECT_EQ(frames_of(car), (std::vector<std::int32_t>{0, 1, 2, 5}));
  EXPECT_EQ(car.box[0], (Box{1, 1, 2, 1.5F}));
  EXPECT_EQ(car.box[1], (Box{2, 1, 2, 1.5F}));
  EXPECT_EQ(car.box[2], (Box{3, 1, 2, 1.5F}));
  EXPECT_EQ(car.rotation.at(3), 30);
  EXPECT_EQ(attribute_text(car, "colour", 0), "red");
  EXPECT_EQ(attribute_text(car, "speed", 0), "12.5");
  EXPECT_EQ(attribute_text(car, "occluded", 2), "1");
  EXPECT_TRUE(r.assumes("interpolated linearly"));
}

TEST(CvatVideo, AnIdThatOccursTwiceIsNoIdentity) {
  const ReadResult r = read_conformance("cvat_video.xml");
  EXPECT_EQ(r.oddity("occurs twice").count, 1U);
  EXPECT_EQ(r.report.ids, 4U);
  EXPECT_TRUE(r.report.lost.empty());
}

TEST(CvatVideo, SkeletonsHaveTheirDrawing) {
  const TrackTable table = read_conformance("cvat_video.xml").table;
  ASSERT_EQ(table.skeletons.size(), 1U);
  EXPECT_EQ(table.skeletons[0].points, (std::vector<std::string>{"head", "foot"}));
  EXPECT_EQ(table.skeletons[0].bones, (std::vector<Skeleton::Bone>{{0, 1}}));
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    if (table.skeleton[row] < 0) continue;
    EXPECT_EQ(table.key_points.of(row)[0].state, PointState::absent);
    EXPECT_EQ(table.key_points.of(row)[1].at, (Vec2{4, 3}));
    EXPECT_EQ(table.key_points.of(row)[1].state, PointState::hidden);
  }
}

// Points are tracks of their own, whose shapes other writers put in any order.
TEST(CvatVideo, PointsOfSkeletonsNeedNoOrder) {
  const TrackTable table = read_text(R"(<annotations><track id="0" label="body">
      <skeleton frame="0" outside="0" keyframe="1"/>
      <skeleton frame="1" outside="0" keyframe="1"/>
      <skeleton frame="2" outside="0" keyframe="1"/>
      <track label="head">
        <points frame="2" outside="0" points="6,1"/>
        <points frame="0" outside="0" points="4,1"/>
        <points frame="1" outside="0" points="5,1"/>
      </track></track></annotations>)")
                               .table;
  ASSERT_EQ(table.row_count(), 3U);
  for (std::uint32_t row = 0; row < 3; ++row) {
    ASSERT_EQ(table.key_points.of(row).size(), 1U);
    EXPECT_EQ(table.key_points.of(row)[0].at, (Vec2{4 + static_cast<float>(row), 1}));
  }
}

TEST(CvatVideo, MaskRunsGoAlongTheRowsOfTheirBox) {
  const TrackTable table = read_conformance("cvat_video.xml").table;
  const TrackTable masked = track(table, 2);
  ASSERT_EQ(masked.row_count(), 1U);
  const auto runs = masked.mask_runs.of(0);
  // Pixels (3, 1) and (4, 1) of 8 x 4, in column order.
  EXPECT_EQ(std::vector<std::uint32_t>(runs.begin(), runs.end()),
            (std::vector<std::uint32_t>{13, 1, 3, 1, 14}));
  EXPECT_EQ(masked.mask_size[0], (Size{8, 4}));
  EXPECT_EQ(masked.box[0], (Box{2, 1, 3, 2}));
}

TEST(CvatImages, HaveNoTracks) {
  const ReadResult r = read_conformance("cvat_images.xml");
  EXPECT_EQ(r.report.format, "cvat_images");
  EXPECT_EQ(frames_of(r.table), (std::vector<std::int32_t>{0, 0, 3}));
  EXPECT_EQ(r.report.ids, 0U);
  EXPECT_EQ(r.table.box[0], (Box{4, 5, 6.5F, 4}));
  EXPECT_EQ(r.table.box[1], (Box{1, 1, 8, 8}));
  const auto line = static_cast<std::size_t>(r.table.skeleton[1]);
  EXPECT_EQ(r.table.skeletons[line].bones.size(), 2U) << "a line is open";
  EXPECT_EQ(r.table.box[2], (Box{7, 8, 2, 4}));
}

TEST(UaDetrac, ASingleTargetCountsFramesAndPixelsFromOne) {
  const ReadResult r = read_conformance("ua_detrac.xml");
  EXPECT_EQ(r.report.format, "ua_detrac");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.frame_of(0), 0);
  EXPECT_EQ(r.table.box[0], (Box{591.75F, 377.8F, 160.05F, 162.2F}));
  EXPECT_EQ(r.table.id[0], 1);
  EXPECT_EQ(class_text(r.table, 0), "car");
  EXPECT_EQ(attribute_text(r.table, "speed", 0), "6.859");
  EXPECT_EQ(r.oddity("ignored").count, 1U);
}

TEST(LabelStudio, BetweenKeyFramesTheCornerGoesStraightAndTheBoxTurns) {
  // The corner stays at (500, 500) while the 100 x 100 box turns by 90 degrees. Halfway, the centre
  // is the corner plus R(45) (50, 50) = (0, 50 sqrt 2).
  const ReadResult r = read_text(
      R"([{"id": 1, "data": {"video": "v"}, "annotations": [{"result": [
           {"id": "a", "type": "videorectangle", "value": {"framesCount": 3, "sequence": [
             {"frame": 1, "x": 50, "y": 50, "width": 10, "height": 10, "rotation": 0,
              "enabled": true},
             {"frame": 3, "x": 50, "y": 50, "width": 10, "height": 10, "rotation": 90,
              "enabled": false}]}}]}]}])",
      {.source_size = {1000, 1000}}, "export.json");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.rotation.at(1), 45);
  EXPECT_NEAR(r.table.box[1].center().x, 500, 1e-3);
  EXPECT_NEAR(r.table.box[1].center().y, 500 + 50 * std::sqrt(2.0), 1e-3);
}

TEST(Cvat, BetweenKeyFramesBoxesTurnTheShorterWay) {
  // As in find_angle_diff of CVAT's annotation.py.
  const ReadResult r = read_text(
      "<annotations><track id=\"0\" label=\"car\">"
      "<box frame=\"0\" outside=\"0\" xtl=\"1\" ytl=\"1\" xbr=\"3\" ybr=\"2\" rotation=\"350\"/>"
      "<box frame=\"2\" outside=\"0\" xtl=\"1\" ytl=\"1\" xbr=\"3\" ybr=\"2\" rotation=\"20\"/>"
      "</track></annotations>");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_NEAR(std::remainder(r.table.rotation.at(1), 360), 5, 1e-4);
}

TEST(Cvat, ASkeletonWithAllPointsOutsideIsOutOfView) {
  const ReadResult r = read_text(
      "<annotations><track id=\"0\" label=\"person\">"
      "<skeleton frame=\"0\"><points label=\"head\" outside=\"0\" points=\"5,6\"/></skeleton>"
      "<skeleton frame=\"1\"><points label=\"head\" outside=\"1\" points=\"5,6\"/></skeleton>"
      "</track></annotations>");
  EXPECT_EQ(frames_of(r.table), (std::vector<std::int32_t>{0}));
  EXPECT_TRUE(r.report.lost.empty());
}

TEST(Cvat, WhatIsNoKnownShapeOfAnImageIsCounted) {
  const ReadResult r = read_text(
      "<annotations><image id=\"0\" name=\"a.jpg\" width=\"9\" height=\"9\"><tag label=\"day\"/>"
      "<cuboid label=\"car\" xtl1=\"1\" ytl1=\"1\"/>"
      "<box label=\"car\" xtl=\"1\" ytl=\"2\" xbr=\"3\" ybr=\"4\"/></image></annotations>");
  EXPECT_EQ(r.table.row_count(), 1U);
  ASSERT_EQ(r.report.lost.size(), 1U);
  EXPECT_EQ(r.lost("cuboid").count, 1U);
}

}  // namespace
}  // namespace overlace::test

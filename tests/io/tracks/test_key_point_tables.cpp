// SPDX-License-Identifier: Apache-2.0
// Tables of key points with the columns of MediaPipe's users, OpenFace, Py-Feat, SLEAP, DeepLabCut.
#include "read_text.h"

namespace overlace::test {
namespace {

TEST(KeyPointCsv, MediaPipesLandmarksAreFractions) {
  const ReadResult r = read_conformance("key_point_csv.csv", {.source_size = {200, 100}});
  EXPECT_EQ(r.report.format, "key_point_csv");
  ASSERT_EQ(r.table.row_count(), 1U) << "an empty row says that nobody was found";
  EXPECT_TRUE(r.report.lost.empty());
  const auto points = r.table.key_points.of(0);
  ASSERT_EQ(points.size(), 5U);
  EXPECT_EQ(points[0].at, (Vec2{100, 25}));
  EXPECT_EQ(points[2].state, PointState::hidden) << "a visibility of 0.4";
  EXPECT_EQ(points[1].state, PointState::visible);
  EXPECT_EQ(r.table.box[0], (Box{80, 20, 40, 5}));
}

/// OpenFace's output format: x_0 … x_67 in pixels, frames from 1, success 0 if there is no face.
TEST(KeyPointCsv, OpenFaceSaysWhereThereIsNoFace) {
  const ReadResult r = read_text(
      "frame, face_id, timestamp, confidence, success, gaze_0_x, gaze_0_y, gaze_0_z, x_0, x_1, "
      "x_2, x_3, x_4, y_0, y_1, y_2, y_3, y_4, X_0, AU01_r\n"
      "1, 0, 0.0, 0.5, 1, 0.1, 0.2, -0.9, 10, 20, 30, 40, 50, 15, 25, 35, 45, 60, 7, 0.25\n"
      "2, 0, 0.033, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0\n",
      {}, "face.csv");
  EXPECT_EQ(r.report.format, "key_point_csv");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.first_frame, 0);
  EXPECT_EQ(r.table.id[0], 0);
  EXPECT_EQ(r.table.score[0], 0.5F);
  EXPECT_EQ(r.table.box[0], (Box{10, 15, 40, 45})) << "gaze is a direction";
  EXPECT_EQ(r.attribute("AU01_r")[0], 0.25F);
}

/// Py-Feat's Fex: FaceRectX … FaceScore, x_0 … y_67, frame from 0.
TEST(KeyPointCsv, PyFeatHasABoxOfItsOwn) {
  const ReadResult r = read_text(
      "FaceRectX,FaceRectY,FaceRectWidth,FaceRectHeight,FaceScore,x_0,x_1,x_2,x_3,x_4,y_0,y_1,"
      "y_2,y_3,y_4,input,frame\n"
      "100,50,80,90,0.75,110,120,130,140,150,60,70,80,90,100,clip.mp4,3\n",
      {}, "fex.csv");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.first_frame, 3);
  EXPECT_EQ(r.table.box[0], (Box{100, 50, 80, 90}));
  EXPECT_EQ(r.table.score[0], 0.75F);
}

/// SLEAP's analysis CSV: track, frame_idx, instance.score, then nodes.
TEST(KeyPointCsv, SleapNamesTracks) {
  const ReadResult r = read_text(
      "track,frame_idx,instance.score,head.x,head.y,head.score,neck.x,neck.y,neck.score,hip.x,"
      "hip.y,hip.score,knee.x,knee.y,knee.score,toe.x,toe.y,toe.score\n"
      "track_0,12,0.5,100,200,0.9,110,210,0.8,120,220,0.9,130,230,0.9,,,0\n"
      "track_1,12,0.25,10,20,0.9,11,21,0.8,12,22,0.9,13,23,0.9,14,24,0.9\n",
      {}, "sleap.csv");
  EXPECT_EQ(r.report.format, "key_point_csv");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.first_frame, 12);
  EXPECT_NE(r.table.id[0], r.table.id[1]);
  EXPECT_EQ(attribute_text(r.table, "track", 1), "track_1");
  EXPECT_EQ(r.table.key_points.of(0)[4].state, PointState::absent);
  EXPECT_EQ(r.table.skeletons.at(0).points.at(3), "knee");
}

TEST(KeyPointCsv, CornersOfBoxesAreNoKeyPoints) {
  EXPECT_EQ(read_text("frame,x1,y1,x2,y2\n0,1,2,3,4\n", {}, "a.csv").report.format, "csv");
  EXPECT_EQ(read_text("frame,bbox_x,bbox_y,center_x,center_y,vel_x,vel_y,a_x,a_y,b_x,b_y,width,"
                      "height\n0,1,2,3,4,5,6,7,8,9,1,2,3\n",
                      {}, "a.csv")
                .report.format,
            "csv");
}

TEST(KeyPointRows, RowsOfAHandStandTogether) {
  const ReadResult r = read_conformance("key_point_rows.csv", {.source_size = {200, 100}});
  EXPECT_EQ(r.report.format, "key_point_rows");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.rows(0).size(), 2U);
  EXPECT_EQ(r.table.rows(2).size(), 1U);
  EXPECT_EQ(attribute_text(r.table, "track", 1), "Right");
  EXPECT_EQ(r.table.key_points.of(0)[1].at, (Vec2{50, 75}));
  EXPECT_EQ(r.table.key_points.of(0)[1].state, PointState::hidden);
  EXPECT_EQ(r.table.key_points.of(2)[1].state, PointState::absent);
}

/// DeepLabCut: three header lines, four with several animals.
TEST(DeepLabCut, BodyPartsBelowTheirLikelihoodAreHidden) {
  const ReadResult r = read_conformance("deeplabcut.csv");
  EXPECT_EQ(r.report.format, "deeplabcut");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.skeletons.at(0).points, (std::vector<std::string>{"snout", "tail base"}));
  EXPECT_EQ(r.table.key_points.of(0)[0].at, (Vec2{10.5F, 20}));
  EXPECT_EQ(r.table.key_points.of(0)[1].state, PointState::hidden);
  EXPECT_EQ(r.table.key_points.of(1)[1].state, PointState::absent);
}

TEST(DeepLabCut, IndividualsAreThings) {
  const ReadResult r = read_text(
      "scorer,,,me,me,me,me\n"
      "individuals,,,mouse1,mouse1,mouse2,mouse2\n"
      "bodyparts,,,nose,nose,nose,nose\n"
      "coords,,,x,y,x,y\n"
      "labeled-data,clip,img0012.png,1,2,3,4\n"
      "labeled-data,clip,img0015.png,,,5,6\n",
      {}, "CollectedData.csv");
  EXPECT_EQ(r.report.format, "deeplabcut");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.first_frame, 12);
  EXPECT_EQ(r.table.rows(15).size(), 1U);
  EXPECT_EQ(attribute_text(r.table, "track", 2), "mouse2");
  EXPECT_EQ(r.table.id[1], r.table.id[2]);
}

}  // namespace
}  // namespace overlace::test

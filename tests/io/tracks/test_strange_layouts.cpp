// SPDX-License-Identifier: Apache-2.0
// Layouts that resemble others: each is read as its data set or tool documents it, or refused with
// the reason.
#include <gtest/gtest.h>

#include "io/tracks/format.h"
#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

std::string written(const TrackTable& table, const char* format) {
  std::ostringstream out;
  write_tracks(table, {{640, 480}, {25, 1}, 100}, out, format);
  return out.str();
}

TEST(SingleObject, BoxesAreNumberedByTheirLines) {
  const ReadResult r = read_text("367,101,41,16\n0,0,0,0\n364,107,45,15\n");
  EXPECT_EQ(r.report.format, "single_object");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{367, 101, 41, 16}));
  EXPECT_EQ(r.report.last_frame, 2) << "the object is absent in frame 1";
}

TEST(SingleObject, PolygonsOfVotHaveTheirBoundsAsBoxes) {
  const ReadResult r = read_text(
      "367,101,408,101,408,117,367,117\n366,103,411,103,411,119,366,119\n"
      "364.5,107,409,107,409,122,364.5,122\n");
  EXPECT_EQ(r.report.format, "single_object");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.box[0], (Box{367, 101, 41, 16}));
  EXPECT_EQ(r.table.outlines.of(0).size(), 4U);
  EXPECT_EQ(r.table.first_frame + r.table.frame_count() - 1, 2);
}

TEST(SingleObject, FourNumbersThatCouldBeCornersAreRefused) {
  EXPECT_FALSE(refusal("10,10,50,60\n100,100,140,150\n").empty());
}

TEST(NumberRows, OneOddRowDoesNotHideTheColumns) {
  std::string text;
  for (int i = 1; i <= 20; ++i) text += std::to_string(i) + ",1,10,20,30,40,1,2,0.5\n";
  const std::string odd = text + "21,1,10,20,30,40\n22,1,10,20,30,40,0,2,0.5\n";
  EXPECT_EQ(read_text(odd).report.format, "mot_gt");
}

TEST(NumberRows, NineColumnsWithAScore) {
  const ReadResult r = read_text(
      "\xEF\xBB\xBF"
      "1,1,10.5,20,30,40,0.9,1,1\r\n1,2,100,50,25.25,60,0.8,1,0.5\r\n2,1,12.5,21,30,40,0.9,2,"
      "1\r\n");
  EXPECT_EQ(r.report.format, "mot");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_FLOAT_EQ(r.table.score[1], 0.8F);
  EXPECT_EQ(r.table.class_index[2], 2);
  EXPECT_FLOAT_EQ(r.attribute("visibility")[1], 0.5F);
}

TEST(NumberRows, TurnedBoxesHaveTheirCentresFirst) {
  const ReadResult r =
      read_text("1,1,153.9,478.4,39.8,18.8,1.118,1,10,1\n1,2,279.5,163.1,38.2,19.6,1.154,1,10,1\n");
  EXPECT_EQ(r.report.format, "mot_oriented");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_NEAR(r.table.box[0].x, 153.9 - 39.8 / 2, 1e-3);
  EXPECT_NEAR(r.table.rotation[0], 64.057, 1e-2) << "1.118 radians in degrees";
}

TEST(NumberRows, DukesCameraIsNoFrame) {
  std::string text;
  for (int i = 0; i < 10; ++i)
    text += "2,7," + std::to_string(44158 + i) + ",318,200,56,120,1.2,3.4,340,320\n";
  const ReadResult r = read_text(text, {}, "trainval_cam2.txt");
  EXPECT_EQ(r.report.format, "dukemtmc");
  EXPECT_EQ(r.table.row_count(), 10U);
  EXPECT_EQ(r.table.first_frame, 44157);
  EXPECT_EQ(r.table.box[0], (Box{318, 200, 56, 120}));
}

TEST(NumberRows, TownCentresBodiesAreTheBoxes) {
  const ReadResult r = read_text(
      "0,0,1,1,10,20,30,45,5,20,40,120\n0,1,1,1,11,20,31,45,6,20,41,120\n"
      "1,0,0,1,0,0,0,0,200,20,240,120\n",
      {}, "TownCentre-groundtruth.top");
  EXPECT_EQ(r.report.format, "town_centre");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.box[0], (Box{5, 20, 35, 100}));
  EXPECT_EQ(r.report.last_frame, 1);
}

TEST(NumberRows, AFileOfOnePictureIsNoTrackFile) {
  const TemporaryFolder folder;
  const std::string rows =
      "684,8,273,116,0,0,0,0\n406,119,265,70,1,4,0,1\n255,22,119,128,1,1,0,0\n";
  EXPECT_FALSE(has(refusal(rows), "(mot)")) << refusal(rows);
  folder.write("0000001.txt", rows).write("0000002.txt", rows);
  const ReadResult r = folder.read();
  EXPECT_EQ(r.report.format, "visdrone_detection");
  EXPECT_EQ(r.table.row_count(), 6U);
  EXPECT_EQ(r.table.box[1], (Box{406, 119, 265, 70}));
}

TEST(NumberRows, TablesOfOtherThingsAreRefused) {
  std::string pixels;  // MNIST: a label and 784 pixels
  for (int row = 0; row < 3; ++row) {
    pixels += std::to_string(row);
    for (int i = 0; i < 784; ++i) pixels += ",1";
    pixels += '\n';
  }
  EXPECT_TRUE(has(refusal(pixels), "not in a known track format")) << refusal(pixels);
  const std::string faces =  // WIDER FACE: a name, a count, and that many boxes
      "0--Parade/0_Parade_image_03.jpg\n3\n0 0 1 1 2 0 0 0 2 0\n3 2 1 2 0 0 0 1 0 0\n"
      "5 6 1 1 2 0 0 0 2 0\n";
  EXPECT_TRUE(has(refusal(faces), "2 of 5 rows")) << refusal(faces);
}

TEST(Yolo, AnIdentityOrAScoreBeforeTheBoxIsSeen) {
  const TemporaryFolder jde, scored, yolo;
  jde.write("000001.txt", "0 1 0.5 0.5 0.1 0.2\n0 12 0.25 0.5 0.1 0.2\n");
  EXPECT_EQ(jde.read().report.format, "jde");
  EXPECT_EQ(jde.read().table.id[1], 12);
  scored.write("000001.txt",
               "0 0.98 0.5 0.5 0.1 0.9\n2 0.97 0.25 0.7 0.2 0.4\n1 0.9 0.9 0.9 0.1 0.1\n"
               "14 0.431418 0.527778 0.437 0.388889 0.49\n");
  const ReadResult r = scored.read();
  EXPECT_EQ(r.report.format, "yolo_scored");
  EXPECT_FLOAT_EQ(r.table.score[0], 0.98F);
  yolo.write("000001.txt", "0 0.5 0.5 0.1 0.9 0.98\n2 0.25 0.7 0.2 0.4 0.97\n");
  EXPECT_EQ(yolo.read().report.format, "yolo_detect");
}

TEST(NamedRows, DecimalCommasInAnyOrderOfColumns) {
  const ReadResult r = read_text(
      "\"label\";\"score\";\"bottom\";\"right\";\"top\";\"left\";\"track\";\"frame\"\n"
      "\"person\";0,91;220,5;90;100,5;40;7;0\n\"dog; small\";0,55;310;400;250;300;9;0\n");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{40, 100.5F, 50, 120}));
  EXPECT_FLOAT_EQ(r.table.score[0], 0.91F);
  EXPECT_EQ(class_text(r.table, 1), "dog; small");
}

TEST(NamedRows, IdsMayBeWordsAndAreWrittenAgain) {
  const std::string text =
      "frame,id,x,y,w,h\n0,a,1,2,3,4\n0,b-17,10,20,30,40\n1,a,1,2,3,4\n1,7,50,60,3,4\n";
  const ReadResult r = read_text(text);
  ASSERT_EQ(r.table.row_count(), 4U);
  EXPECT_EQ(r.report.ids, 3U);
  EXPECT_EQ(r.table.id[0], r.table.id[2]);
  EXPECT_EQ(attribute_text(r.table, "track", 1), "b-17");
  for (const char* format : {"csv", "jsonl"}) {
    const std::string again = written(r.table, format);
    EXPECT_TRUE(has(again, "b-17")) << again;
    EXPECT_EQ(read_text(again).table.id, r.table.id) << again;
  }
}

TEST(NamedRows, NumberedPointsAreNoCorners) {
  const std::string text = "frame,x_0,x_1,x_2,x_3,y_0,y_1,y_2,y_3\n1,10,20,30,40,11,21,31,41\n";
  EXPECT_TRUE(has(refusal(text), "do not say which columns")) << refusal(text);
  const ReadResult r = read_text(
      "frame,FaceRectX,FaceRectY,FaceRectWidth,FaceRectHeight,x_0,x_1,x_2,x_3,y_0,y_1,y_2,y_3\n"
      "0,5,6,70,80,10,20,30,40,11,21,31,41\n");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{5, 6, 70, 80}));
}

TEST(NamedRows, WordsOfOtherFilesAreNotQuoted) {
  for (const char* const text :
       {"root:x:0:0:root:/root:/bin/sh\nnet:x:1:1:secret Net, Managed, too:/:/bin/false\n",
        "API_KEY,secret,more\nuser,secret,12\n"}) {
    const std::string message = refusal(text);
    EXPECT_FALSE(message.empty());
    for (const char* const word : {"secret", "Managed", "root"})
      EXPECT_FALSE(has(message, word)) << message;
  }
}

TEST(NamedRows, MetresOnTheGroundAreRefused) {
  for (const char* heading :
       {"track_id,frame_id,timestamp_ms,agent_type,x,y,vx,vy,psi_rad,length,width",
        "recordingId,trackId,frame,trackLifetime,xCenter,yCenter,heading,width,length,xVelocity",
        "frame,id,x,y,width,height,xVelocity,yVelocity,xAcceleration,yAcceleration,laneId"})
    EXPECT_TRUE(has(refusal(std::string(heading) + "\n1,1,1,1,1,1,1,1,1,1,1\n"), "homography"))
        << heading;
}

TEST(NamedRows, BallsThatAreNotSeenAreNotDrawn) {
  const ReadResult r = read_text("Frame,Visibility,X,Y\n0,1,500,300\n1,0,0,0\n2,1,510,310\n");
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_TRUE(r.report.lost.empty());
}

TEST(Json, AListOnOneLineIsNoHeading) {
  const ReadResult r =
      read_text(R"([{"videoName":"v","name":"v.jpg","frameIndex":0,"labels":[{"category":"car",)"
                R"("box2d":{"x2":40,"y1":20,"x1":10,"y2":60},"id":0}]}])");
  EXPECT_EQ(r.report.format, "scalabel");
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40}));
}

/// SageMaker Ground Truth: video labels, and the manifest of pictures.
TEST(Json, SageMakersSequencesAreReadAndItsManifestsAreNamed) {
  const ReadResult r =
      read_text(R"({"tracking-annotations":[{"annotations":[{"height":10,"width":20,"top":5,)"
                R"("left":6,"class-id":"0","object-id":"a-1"}],"frame-no":"2",)"
                R"("frame":"frame_2.jpeg"}]})");
  EXPECT_EQ(r.report.format, "json");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.first_frame, 2);
  EXPECT_EQ(r.table.box[0], (Box{6, 5, 20, 10}));
  EXPECT_EQ(attribute_text(r.table, "track", 0), "a-1");
  const std::string manifest = R"({"source-ref":"s3://b/1.jpg","bounding-box":{"annotations":)"
                               R"([{"class_id":0,"left":1,"top":2,"width":3,"height":4}]}})";
  EXPECT_TRUE(has(refusal(manifest), "SageMaker")) << refusal(manifest);
}

TEST(OpenLabel, EveryBoxOfAnObjectIsRead) {
  const ReadResult r = read_text(
      R"({"openlabel": {"frames": {"0": {"objects": {"5": {"object_data": {"bbox": [)"
      R"({"name": "body", "val": [100, 100, 20, 40]}, {"name": "head", "val": [100, 85, 10, 10]}]}}}}}}})");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[1], (Box{95, 80, 10, 10}));
  EXPECT_NE(r.table.id[0], r.table.id[1]);
  EXPECT_EQ(attribute_text(r.table, "track", 1), "5.head");
}

TEST(OpenLabel, AnObjectWithoutFramesIsThereAllTheTime) {
  const std::string text =
      R"({"openlabel": {"objects": {"0": {"name": "car", "type": "Car", "object_data": {"bbox": [)"
      R"({"name": "shape", "val": [436, 303.5, 52, 47]}]}}}}})";
  EXPECT_EQ(read_text(text).table.row_count(), 1U);
  TrackReadOptions options;
  options.clip = {{640, 480}, {25, 1}, 10};
  EXPECT_EQ(read_text(text, options).table.row_count(), 10U);
}

TEST(OpenLabel, PackedOutlinesAreRefusedByName) {
  const std::string text =
      R"({"openlabel": {"objects": {"0": {"object_data": {"poly2d": [{"name": "c", )"
      R"("val": ["50", "50", "1", "////+2wE"], "mode": "MODE_POLY2D_SRF6DCC"}]}}}}})";
  EXPECT_TRUE(has(refusal(text), "MODE_POLY2D_SRF6DCC")) << refusal(text);
}

TEST(OpenLabel, OfSeveralCamerasOneIsChosen) {
  const std::string text =
      R"({"openlabel": {"frames": {"0": {"objects": {"5": {"object_data": {"bbox": [)"
      R"({"name": "l", "coordinate_system": "LEFT", "val": [100, 100, 20, 40]},)"
      R"({"name": "r", "coordinate_system": "RIGHT", "val": [80, 100, 20, 40]}]}}}}}}})";
  EXPECT_TRUE(has(refusal(text), "--tracks-sequence")) << refusal(text);
  TrackReadOptions options;
  options.sequence = "RIGHT";
  ASSERT_EQ(read_text(text, options).table.row_count(), 1U);
  EXPECT_EQ(read_text(text, options).table.box[0], (Box{70, 80, 20, 40}));
}

TEST(CvatVideo, NothingIsBetweenFramesThatTheTaskLeavesOut) {
  const char* const box =
      R"(<box frame="%d" outside="%d" occluded="0" keyframe="1" xtl="%d" ytl="0" xbr="50" ybr="50"/>)";
  const auto shape = [&](int frame, int outside, int left) {
    char text[256];
    std::snprintf(text, sizeof text, box, frame, outside, left);
    return std::string(text);
  };
  const std::string text =
      "<annotations><meta><task><start_frame>10</start_frame><frame_filter>step=3</frame_filter>"
      "</task></meta><track id=\"0\" label=\"a\">" +
      shape(10, 0, 0) + shape(16, 0, 12) + shape(19, 1, 12) + "</track></annotations>";
  const ReadResult r = read_text(text);
  ASSERT_EQ(r.table.row_count(), 3U) << "10, 13, 16";
  EXPECT_EQ(r.table.frame_of(1), 13);
  EXPECT_FLOAT_EQ(r.table.box[1].x, 6);
}

TEST(Coco, DigitsOfHashesAreNoFrames) {
  const std::string text =
      R"({"images": [{"id": 5, "file_name": "a3f91.jpg"}, {"id": 6, "file_name": "77c02.jpg"}],)"
      R"("annotations": [{"image_id": 5, "bbox": [1,2,30,40]}, {"image_id": 6, "bbox": [1,2,30,40]}]})";
  const ReadResult r = read_text(text);
  EXPECT_EQ(r.table.first_frame, 4) << "the ids, from 1";
  EXPECT_EQ(r.table.frame_count(), 2);
}

TEST(Coco, PoseTracksFrameIdIsNone) {
  const ReadResult r = read_text(
      R"({"images": [{"id": 10003420000, "frame_id": 10003420000, "file_name": "v/000000.jpg"},)"
      R"({"id": 10003420001, "frame_id": 10003420001, "file_name": "v/000001.jpg"}], "annotations": [)"
      R"({"image_id": 10003420000, "bbox": [1,2,30,40], "track_id": 0},)"
      R"({"image_id": 10003420001, "bbox": [2,2,30,40], "track_id": 0}]})");
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.report.last_frame, 1);
}

TEST(Coco, PanopticSegmentsAreBoxes) {
  const ReadResult r =
      read_text(R"({"images": [{"id": 1, "file_name": "1.jpg"}], "annotations": [{"image_id": 1, )"
                R"("segments_info": [{"id": 3, "category_id": 1, "bbox": [1,2,30,40]}, )"
                R"({"id": 4, "category_id": 1, "bbox": [50,2,30,40]}]}]})");
  EXPECT_EQ(r.table.row_count(), 2U);
}

TEST(Scalabel, CurvesAreFollowed) {
  // A quarter of a circle of radius 100: its control points lie 100 * 0.5523 along the tangents,
  // and the curve passes within 0.03 % of the circle.
  const ReadResult r = read_text(
      R"([{"name": "v.jpg", "frameIndex": 0, "labels": [{"id": "1", "category": "car", "poly2d": [)"
      R"({"vertices": [[100,0],[100,55.23],[55.23,100],[0,100],[0,0]], "types": "LCCLL", )"
      R"("closed": true}]}]}])");
  const auto outline = r.table.outlines.of(0);
  ASSERT_GT(outline.size(), 8U);
  for (const OutlinePoint& point : outline)
    if (point.at.x > 0 || point.at.y > 0) {
      EXPECT_NEAR(std::hypot(point.at.x, point.at.y), 100, 0.05);
    }
}

}  // namespace
}  // namespace overlace::test

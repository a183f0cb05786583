// SPDX-License-Identifier: Apache-2.0
// Formats of annotated pictures, whose names give the frames; layouts from the tools' documents.
#include "read_text.h"

namespace overlace::test {
namespace {

/// TensorFlow's object-detection CSV (datitran/raccoon_dataset), which Roboflow exports, too.
TEST(PictureCsv, NamesOfPicturesSayTheFrames) {
  const ReadResult r = read_conformance("picture_csv.csv");
  EXPECT_EQ(r.report.format, "picture_csv");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.first_frame, 2);
  EXPECT_EQ(r.table.rows(2).size(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{81, 88, 441, 320}));
  EXPECT_EQ(r.class_name(0), "raccoon");
  EXPECT_EQ(r.report.size, (Size{640, 480})) << "width and height are the picture's";
}

/// VoTT's CSV: "image","xmin","ymin","xmax","ymax","label".
TEST(PictureCsv, VottQuotesItsFields) {
  const ReadResult r = read_text(
      "\"image\",\"xmin\",\"ymin\",\"xmax\",\"ymax\",\"label\"\n"
      "\"shot0004.jpg\",1,2,3.5,6,\"helmet\"\n");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.first_frame, 4);
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 2.5F, 4}));
}

TEST(PictureCsv, HashesAreNumberedInTheOrderOfTheFile) {
  const std::string head = "filename,xmin,ymin,xmax,ymax\n";
  const ReadResult r = read_text(
      head + "9f8e7d.jpg,1,2,3,4\n0a1b2c.jpg,1,2,3,4\n9f8e7d.jpg,5,6,7,8\nabc.jpg,1,2,3,4\n");
  EXPECT_EQ(r.table.frame_count(), 3);
  EXPECT_EQ(r.table.rows(0).size(), 2U);
  EXPECT_TRUE(r.assumes("the names of the pictures say no frames"));
}

TEST(PictureCsv, SeveralSeriesAreSequences) {
  const std::string text =
      "filename,xmin,ymin,xmax,ymax\n"
      "a/0001.jpg,1,2,3,4\na/0002.jpg,1,2,3,4\nb/0001.jpg,5,6,7,8\nb/0002.jpg,5,6,7,8\n";
  EXPECT_NE(refusal(text).find("2 sequences: a/*.jpg, b/*.jpg"), std::string::npos)
      << refusal(text);
  TrackReadOptions options;
  options.sequence = "b/*.jpg";
  const ReadResult r = read_text(text, options);
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0].x, 5);
}

/// Names that differ in fractions of a second must not fall on one frame.
TEST(PictureCsv, TimesAreNoFrames) {
  const ReadResult r =
      read_text("image,xmin,ymin,xmax,ymax\nclip.mp4#t=1.0,1,2,3,4\nclip.mp4#t=1.5,1,2,3,4\n");
  EXPECT_EQ(r.table.frame_count(), 2);
}

/// VGG Image Annotator 2: columns and shapes as it exports them.
TEST(ViaCsv, ShapesAreJsonInAField) {
  const ReadResult r = read_conformance("via_csv.csv");
  EXPECT_EQ(r.report.format, "via_csv");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.first_frame, 5);
  EXPECT_EQ(r.table.box[0], (Box{82, 105, 356, 207}));
  EXPECT_EQ(r.class_name(0), "bird");
  EXPECT_EQ(r.table.id[0], 4);
  EXPECT_EQ(r.table.outlines.of(1).size(), 3U);
}

TEST(ViaJson, ProjectsHoldPicturesInAMember) {
  const ReadResult r = read_conformance("via_json.json");
  EXPECT_EQ(r.report.format, "via_json");
  ASSERT_EQ(r.table.row_count(), 4U);
  EXPECT_EQ(r.table.first_frame, 7);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40}));
  EXPECT_EQ(r.class_name(0), "cat");
  EXPECT_EQ(r.table.box[1], (Box{45, 55, 10, 10})) << "around the circle";
  EXPECT_EQ(r.table.box[2], (Box{42, 56, 16, 8})) << "around the ellipse";
  EXPECT_EQ(r.table.key_points.of(3)[0].at, (Vec2{7, 8}));
}

/// In version 1, regions are an object, and there is no project around the pictures.
TEST(ViaJson, Version1NumbersItsRegions) {
  const ReadResult r = read_text(R"({"a3.jpg9": {"fileref": "", "size": 9, "filename": "a3.jpg",
    "base64_img_data": "", "file_attributes": {}, "regions": {"0": {"shape_attributes":
    {"name": "polygon", "all_points_x": [1, 5, 3], "all_points_y": [2, 2, 8]},
    "region_attributes": {}}}}})");
  EXPECT_EQ(r.report.format, "via_json");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.first_frame, 3);
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 4, 6}));
}

/// The VOC devkit's annotations, ImageNet VID's trackid, roLabelImg's robndbox.
TEST(PascalVoc, ObjectsHaveCorners) {
  const ReadResult r = read_conformance("pascal_voc.xml");
  EXPECT_EQ(r.report.format, "pascal_voc");
  ASSERT_EQ(r.table.row_count(), 3U) << "a part is no object";
  EXPECT_EQ(r.table.box[0], (Box{10, 20.5F, 30, 39.5F}));
  EXPECT_EQ(r.class_name(0), "dog");
  EXPECT_EQ(attribute_text(r.table, "pose", 0), "Left");
  EXPECT_EQ(r.attribute("truncated")[0], 1);
  EXPECT_EQ(r.table.box[1], (Box{5, 6, 4, 2})) << "in whatever order the corners stand";
  EXPECT_EQ(r.table.id[1], 3);
  EXPECT_EQ(r.table.box[2], (Box{40, 35, 20, 10}));
  EXPECT_NEAR(r.table.rotation.at(2), 90, 1e-4);
  EXPECT_EQ(r.report.size, (Size{200, 100}));
}

TEST(PascalVoc, AFolderHasAFileForEveryPicture) {
  const std::string annotation =
      "<annotation><size><width>20</width><height>10</height></size><object><name>cat</name>"
      "<bndbox><xmin>1</xmin><ymin>2</ymin><xmax>3</xmax><ymax>4</ymax></bndbox></object>"
      "</annotation>";
  const TemporaryFolder folder;
  folder.write("Annotations/img_3.xml", annotation)
      .write("Annotations/img_7.xml", annotation)
      .write("Annotations/img_9.xml",
             "<annotation><size><width>20</width><height>20</height></size></annotation>")
      .write("JPEGImages/img_3.jpg", "");
  const ReadResult r = folder.read();
  EXPECT_EQ(r.report.format, "pascal_voc");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.frame_of(0), 3);
  EXPECT_EQ(r.table.frame_of(1), 7);
  EXPECT_EQ(r.oddity("another size").first_file, "img_9.xml");
}

/// LabelMe's web tool, from the documentation of its annotation format.
TEST(LabelMeXml, DeletedObjectsAreGone) {
  const ReadResult r = read_conformance("labelme_xml.xml");
  EXPECT_EQ(r.report.format, "labelme_xml");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{43, 34, 2, 3}));
  EXPECT_EQ(r.table.outlines.of(0).size(), 3U);
  EXPECT_EQ(r.attribute("occluded")[0], 1);
  EXPECT_EQ(r.table.box[1], (Box{58, 66, 4, 2}));
  EXPECT_EQ(r.oddity("the mask is a picture").count, 1U);
}

/// labelme's JSON, with the keys of its LabelFile.
TEST(LabelMe, ShapesGoByTheirType) {
  const ReadResult r = read_conformance("labelme.json");
  EXPECT_EQ(r.report.format, "labelme");
  ASSERT_EQ(r.table.row_count(), 5U);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40})) << "corners of either diagonal";
  EXPECT_EQ(r.table.box[1], (Box{1, 2, 4, 6}));
  EXPECT_EQ(r.attribute("group")[1], 4);
  EXPECT_EQ(r.table.box[2], (Box{45, 45, 10, 10})) << "the point at 3, 4 is 5 away";
  EXPECT_EQ(r.table.key_points.of(3).size(), 3U);
  EXPECT_EQ(r.table.key_points.of(4)[0].at, (Vec2{7, 8}));
  EXPECT_EQ(r.class_name(2), "sun");
}

TEST(LabelMe, ThePictureMayStandBeforeTheShapes) {
  const std::string picture(100'000, 'A');
  const TemporaryFolder folder;
  folder.write("7.json",
               R"({"imagePath": "7.jpg", "imageWidth": 9, "imageHeight": 9, "imageData": ")" +
                   picture + R"(", "shapes": [{"label": "cat", "shape_type": "rectangle",
    "points": [[1, 2], [4, 6]]}], "version": "4.2.9"})");
  const ReadResult r = folder.read({}, "7.json");
  EXPECT_EQ(r.report.format, "labelme");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 3, 4}));
}

/// VoTT 2: assets and regions of a JSON export.
TEST(Vott, AssetsHaveRegions) {
  const ReadResult r = read_conformance("vott_json.json");
  EXPECT_EQ(r.report.format, "vott_json");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.frame_of(0), 4);
  EXPECT_EQ(r.table.frame_of(1), 6);
  EXPECT_EQ(r.table.box[0], (Box{5, 11, 10, 2}));
  EXPECT_EQ(r.class_name(0), "car");
  EXPECT_EQ(r.oddity("several tags").count, 1U);
  EXPECT_EQ(r.table.outlines.of(1).size(), 3U);
}

/// Datumaro's own format: all annotation types, joints counted from 1.
TEST(Datumaro, AnnotationsAreOfManyKinds) {
  const ReadResult r = read_conformance("datumaro.json");
  EXPECT_EQ(r.report.format, "datumaro");
  ASSERT_EQ(r.table.row_count(), 4U);
  EXPECT_EQ(r.table.first_frame, 4) << "attr.frame goes before the number in the id";
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 30, 40}));
  EXPECT_EQ(r.table.id[0], 7);
  EXPECT_EQ(r.table.score[0], 0.5F);
  EXPECT_EQ(r.class_name(0), "cat");
  const auto points = r.table.key_points.of(2);
  ASSERT_EQ(points.size(), 2U);
  EXPECT_EQ(points[1].state, PointState::hidden);
  EXPECT_EQ(r.table.skeletons.at(0).bones, (std::vector<Skeleton::Bone>{{0, 1}}));
  EXPECT_EQ(r.table.box[3], (Box{1, 0, 1, 2})) << "the middle column of a grid 3 wide, 2 high";
  EXPECT_EQ(r.lost("label or caption").count, 1U);
}

/// Darknet: `detector test … -out result.json`.
TEST(Darknet, CentresAreFractions) {
  const ReadResult r = read_conformance("darknet_json.json", {.source_size = {200, 100}});
  EXPECT_EQ(r.report.format, "darknet_json");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.first_frame, 0) << "frames count from 1";
  EXPECT_EQ(r.table.box[0], (Box{75, 25, 50, 50}));
  EXPECT_EQ(r.class_name(1), "truck");
  EXPECT_EQ(r.table.score[0], 0.75F);
}

/// AlphaPose's alphapose-results.json (docs/output.md).
TEST(AlphaPose, PicturesHaveNames) {
  const ReadResult r = read_conformance("alphapose.json");
  EXPECT_EQ(r.report.format, "alphapose");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.frame_of(1), 2);
  EXPECT_EQ(r.table.box[0], (Box{8, 18, 30, 50}));
  EXPECT_EQ(r.table.box[1], (Box{5, 5, 26, 55})) << "without a box, around the points";
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{no_id, 4}));
  EXPECT_EQ(r.table.key_points.of(0)[2].state, PointState::absent);
  EXPECT_EQ(r.attribute("score")[0], 2.5F) << "a sum over points is no score from 0 to 1";
}

TEST(NothingToDraw, FilesWithoutPlacesAreSaidToBeThat) {
  const auto why = [](const std::string& text) { return refusal(text); };
  EXPECT_NE(why(R"({"images": [{"id": 1, "file_name": "1.jpg"}],
    "annotations": [{"image_id": 1, "id": 2, "caption": "a cat"}]})")
                .find("captions"),
            std::string::npos);
  EXPECT_NE(why(R"({"images": [{"id": 1, "file_name": "1.jpg"}],
    "annotations": [{"image_id": 1, "file_name": "1.png", "segments_info": [{"id": 1}]}]})")
                .find("panoptic"),
            std::string::npos);
  EXPECT_NE(why("filename,label\n1.jpg,cat\n").find("classes of whole pictures"),
            std::string::npos);
  EXPECT_NE(why("<boost_serialization><tracklets/></boost_serialization>").find("laser's metres"),
            std::string::npos);
  // JSON on one line is not a table header.
  EXPECT_EQ(read_text(R"({"images": [{"id": 1, "file_name": "1.jpg"}],)"
                      R"( "annotations": [{"image_id": 1, "label": "cat", "bbox": [1, 2, 3, 4]}]})")
                .table.row_count(),
            1U);
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// The output of annotation formats, compared with their documentation.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "graph/core/json.h"
#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

constexpr float none = std::numeric_limits<float>::quiet_NaN();
const ClipInfo small_clip{{6, 4}, {25, 1}, 4};

std::string written(const TrackTable& table, std::string_view format,
                    const ClipInfo& clip = small_clip) {
  std::ostringstream out;
  write_tracks(table, clip, out, format);
  return out.str();
}

std::vector<std::string> losses(const TrackTable& table, std::string_view format) {
  return output_format({}, format).losses(table);
}

/// A copy in which every number is spelled as a fraction: 1 is 1.0.
Json spelled_alike(const Json& json) {
  if (json.is_number()) return json.as_number();
  if (json.is_array()) {
    Json::Array list;
    for (const Json& element : json.as_array()) list.push_back(spelled_alike(element));
    return list;
  }
  if (!json.is_object()) return json;
  Json::Object object;
  for (const auto& [key, value] : json.as_object()) object.emplace_back(key, spelled_alike(value));
  return object;
}

void expect_json(const std::string& text, const std::string& expected) {
  EXPECT_EQ(spelled_alike(parse_json(text, "written")).dump(),
            spelled_alike(parse_json(expected, "expected")).dump());
}

/// Builds rows one by one.
class Rows {
 public:
  std::uint32_t add(std::int32_t frame, TrackId id, Box box, std::int32_t class_index,
                    float score = none) {
    frames_.push_back(frame);
    columns_.id.push_back(id);
    columns_.box.push_back(box);
    columns_.class_index.push_back(class_index);
    columns_.score.push_back(score);
    columns_.rotation.push_back(0);
    columns_.skeleton.push_back(-1);
    columns_.mask_size.push_back({});
    return columns_.row_count() - 1;
  }
  TrackColumns& columns() { return columns_; }
  TrackTable table() { return sort_tracks(columns_, frames_); }

 private:
  TrackColumns columns_;
  std::vector<std::int32_t> frames_;
};

/// Runs of 5 pixels outside, 2 inside, 2 outside, 2 inside, 13 outside, in column order of 6 x 4: a
/// 2 x 2 square at 1, 1. pycocotools writes it as "5220;".
const std::vector<std::uint32_t> square = {5, 2, 2, 2, 13};

/// A car in frame 0, and again in frame 2 with its mask.
TrackTable masked_car() {
  Rows rows;
  rows.add(0, 9, {1, 0.5F, 2, 3}, 1, 0.5F);
  const std::uint32_t row = rows.add(2, 9, {1, 1, 2, 2}, 1, 0.75F);
  rows.columns().mask_runs.put(row, square);
  rows.columns().mask_size[row] = {6, 4};
  rows.columns().class_names = {"", "car"};
  return rows.table();
}

/// A person in frame 1 with 3 key points: seen, hidden, absent.
TrackTable posed_person() {
  Rows rows;
  const std::uint32_t row = rows.add(1, 3, {1, 1, 2.5F, 2}, 0);
  const std::vector<KeyPoint> points = {{{1, 1}, none, PointState::visible},
                                        {{3.5F, 3}, none, PointState::hidden},
                                        {{0, 0}, none, PointState::absent}};
  rows.columns().key_points.put(row, points);
  rows.columns().skeleton[row] = 0;
  rows.columns().class_names = {"person"};
  rows.columns().skeletons = {{"person", {"head", "foot", "tail"}, {{0, 1}}}};
  return rows.table();
}

TEST(AnnotationWriters, CocoResultsAreAListOfImageIdsFromOne) {
  expect_json(written(masked_car(), "coco_results"), R"([
    {"image_id": 1, "bbox": [1, 0.5, 2, 3], "category_id": 1, "track_id": 9, "score": 0.5},
    {"image_id": 3, "bbox": [1, 1, 2, 2], "category_id": 1, "track_id": 9, "score": 0.75,
     "segmentation": {"size": [4, 6], "counts": "5220;"}}])");
  EXPECT_EQ(losses(masked_car(), "coco_results"), std::vector<std::string>{"names of classes"});
}

TEST(AnnotationWriters, CocoResultsMarkPointsByTheirScores) {
  expect_json(written(posed_person(), "coco_results"), R"([
    {"image_id": 2, "bbox": [1, 1, 2.5, 2], "category_id": 0, "track_id": 3,
     "keypoints": [1, 1, 1,  3.5, 3, 1,  0, 0, 0]}])");
  EXPECT_EQ(losses(posed_person(), "coco_results"),
            (std::vector<std::string>{"names of classes", "skeletons", "that key points are hidden",
                                      "that key points have no score"}));
}

TEST(AnnotationWriters, YoutubeVisHasAnEntryForEveryFrame) {
  expect_json(written(masked_car(), "youtube_vis"), R"({
    "videos": [{"id": 1, "length": 4,
                "file_names": ["clip/000000.jpg", "clip/000001.jpg", "clip/000002.jpg",
                               "clip/000003.jpg"], "width": 6, "height": 4}],
    "categories": [{"id": 1, "name": "car"}],
    "annotations": [
      {"id": 9, "video_id": 1, "iscrowd": 0, "category_id": 1,
       "bboxes": [[1, 0.5, 2, 3], null, [1, 1, 2, 2], null],
       "segmentations": [null, null, {"size": [4, 6], "counts": "5220;"}, null],
       "areas": [6.0, null, 4.0, null]}]})");
  EXPECT_EQ(losses(masked_car(), "youtube_vis"), std::vector<std::string>{"scores"});
}

TEST(AnnotationWriters, AnAreaIsThatOfTheOutline) {
  Rows rows;
  const std::vector<OutlinePoint> triangle = {{{1, 1}, 0}, {{5, 1}, 0}, {{5, 3}, 0}};
  rows.columns().outlines.put(rows.add(0, 1, {1, 1, 4, 2}, 0), triangle);
  expect_json(written(rows.table(), "youtube_vis", {{}, {0, 1}, 1}), R"({
    "videos": [{"id": 1, "length": 1, "file_names": ["clip/000000.jpg"]}], "categories": [
      {"id": 0, "name": "0"}],
    "annotations": [{"id": 1, "video_id": 1, "iscrowd": 0, "category_id": 0,
                     "bboxes": [[1, 1, 4, 2]], "segmentations": [[[1, 1, 5, 1, 5, 3]]],
                     "areas": [4]}]})");
}

TEST(AnnotationWriters, BurstMapsMasksToPicturesByTheirPaths) {
  expect_json(written(masked_car(), "burst"), R"({
    "split": "val",
    "categories": [{"id": 1, "name": "car"}],
    "sequences": [
      {"id": 1, "seq_name": "clip", "dataset": "overlace", "width": 6, "height": 4,
       "neg_category_ids": [], "not_exhaustive_category_ids": [],
       "track_category_ids": {"9": 1},
       "all_image_paths": ["000000.jpg", "000001.jpg", "000002.jpg", "000003.jpg"],
       "annotated_image_paths": ["000000.jpg", "000002.jpg"],
       "fps": 25,
       "segmentations": [{}, {"9": {"rle": "5220;", "score": 0.75}}]}]})");
  EXPECT_EQ(losses(masked_car(), "burst"), std::vector<std::string>{"boxes without a mask"});
}

TEST(AnnotationWriters, MasksOfAnotherPictureAreRefusedWhereItIsSaidOnce) {
  for (const char* format : {"burst", "cvat_video", "cvat_images"})
    EXPECT_NE(refusal_of([&] {
                written(masked_car(), format, {{12, 8}, {25, 1}, 4});
              }).find("a mask covers a picture of 6x4"),
              std::string::npos)
        << format;
}

TEST(AnnotationWriters, LandmarksAreFractionsOfThePicture) {
  TrackTable table = posed_person();
  for (KeyPoint& point : table.key_points.items)
    if (point.state == PointState::hidden) point.score = 0.25F;
  expect_json(written(table, "landmarks", {{4, 4}, {25, 1}, 4}), R"([
    {"frame": 1, "id": 3,
     "landmarks": [{"x": 0.25, "y": 0.25}, {"x": 0.875, "y": 0.75, "visibility": 0.25}, {}]}])");
  EXPECT_EQ(losses(table, "landmarks"), (std::vector<std::string>{"classes", "skeletons"}));
  EXPECT_NE(refusal_of([&] { written(table, "landmarks", {}); }).find("--source-size"),
            std::string::npos);
  EXPECT_EQ(losses(masked_car(), "landmarks").back(), "boxes without key points");
}

TEST(AnnotationWriters, LandmarksThatDifferFromTheirScoresAreALoss) {
  EXPECT_EQ(losses(posed_person(), "landmarks").back(), "that key points are hidden");
  TrackTable table = posed_person();
  table.box[0].width += 1;
  const auto lost = losses(table, "landmarks");
  EXPECT_EQ(lost[lost.size() - 2], "boxes that are not those around the key points");
}

TEST(AnnotationWriters, ScalabelPosesAreGraphs) {
  const Json json = parse_json(written(posed_person(), "scalabel"), "scalabel");
  const Json& label = json.find("frames")->as_array()[0].find("labels")->as_array()[0];
  expect_json(label.find("graph")->dump(), R"({
    "nodes": [{"location": [1, 1], "category": "head", "id": "0", "visibility": "V"},
              {"location": [3.5, 3], "category": "foot", "id": "1", "visibility": "N"},
              {"location": [0, 0], "category": "tail", "id": "2", "score": 0}],
    "edges": [{"source": "0", "target": "1"}], "type": "Pose2D-3Joints"})");
  EXPECT_TRUE(losses(posed_person(), "scalabel").empty());
}

TEST(AnnotationWriters, SupervisionHasCornersAndAFrame) {
  TrackTable table =
      make_track_table({{{3, 7, {1, 2, 2.5F, 2}, 1, 0.25F}, {4, no_id, {1, 2, 3, 4}}}},
                       {"person", "car"}, {{"zone", {0, none}, {"door"}}});
  expect_json(written(table, "supervision_json"), R"([
    {"x_min": 1, "y_min": 2, "x_max": 3.5, "y_max": 4.0, "class_id": 1, "confidence": 0.25,
     "tracker_id": 7, "frame_index": 3, "class_name": "car", "zone": "door"},
    {"x_min": 1, "y_min": 2, "x_max": 4.0, "y_max": 6.0, "class_id": "", "confidence": "",
     "tracker_id": "", "frame_index": 4, "class_name": ""}])");
  EXPECT_TRUE(losses(table, "supervision_json").empty());
}

/// supervision writes a class's number as well as its name; both are read back.
TEST(AnnotationWriters, SupervisionKeepsTheNumbersOfNamedClasses) {
  const std::string text =
      R"([{"x_min": 1, "y_min": 2, "x_max": 3, "y_max": 4, "class_id": 17, "confidence": 0.5,
           "tracker_id": 1, "class_name": "cat", "frame_index": 0}])";
  const TrackTable table = read_text(text).table;
  EXPECT_TRUE(losses(table, "supervision_json").empty());
  const ReadResult back = read_text(written(table, "supervision_json"));
  EXPECT_EQ(back.attribute("class_id"), std::vector<float>{17});
  EXPECT_EQ(back.class_name(0), "cat");
}

/// The clip has 4 frames: a track that lasts until the last one needs no end.
TEST(AnnotationWriters, CvatVideosEndATrackOutside) {
  Rows rows;
  rows.add(0, 7, {1, 1, 2, 1.5F}, 0);
  rows.columns().rotation[rows.add(1, 7, {1.5F, 1, 2, 1.5F}, 0)] = 30;
  const auto row = rows.add(3, 7, {2, 1, 2, 1.5F}, 0);
  rows.columns().class_names = {"car"};
  rows.columns().attributes = {{"occluded", {none, none, 1}}, {"colour", {0, none, none}, {"red"}}};
  EXPECT_EQ(row, 2U);
  EXPECT_TRUE(losses(rows.table(), "cvat_video").empty());
  const std::string attribute =
      "<mutable>True</mutable><input_type>text</input_type><default_value></default_value>"
      "<values></values></attribute>";
  EXPECT_EQ(written(rows.table(), "cvat_video"),
            R"(<?xml version="1.0" encoding="utf-8"?>
<annotations>
  <version>1.1</version>
  <meta><task><mode>interpolation</mode><size>4</size><labels>
      <label><name>car</name><attributes><attribute><name>occluded</name>)" +
                attribute + "<attribute><name>colour</name>" + attribute +
                R"(</attributes></label>
    </labels><original_size><width>6</width><height>4</height></original_size></task></meta>
  <track id="7" label="car" source="auto">
    <box frame="0" keyframe="1" outside="0" occluded="0" xtl="1" ytl="1" xbr="3" ybr="2.5" z_order="0"><attribute name="colour">red</attribute></box>
    <box frame="1" keyframe="1" outside="0" occluded="0" xtl="1.5" ytl="1" xbr="3.5" ybr="2.5" rotation="30" z_order="0"></box>
    <box frame="2" keyframe="1" outside="1" occluded="0" xtl="1.5" ytl="1" xbr="3.5" ybr="2.5" rotation="30" z_order="0"></box>
    <box frame="3" keyframe="1" outside="0" occluded="1" xtl="2" ytl="1" xbr="4" ybr="2.5" z_order="0"></box>
  </track>
</annotations>
)");
}

TEST(AnnotationWriters, CvatSkeletonsNameTheirPoints) {
  const std::string text = written(posed_person(), "cvat_video");
  EXPECT_NE(text.find(R"(
    <skeleton frame="1" keyframe="1" z_order="0">
      <points label="head" outside="0" occluded="0" keyframe="1" points="1,1"></points>
      <points label="foot" outside="0" occluded="1" keyframe="1" points="3.5,3"></points>
      <points label="tail" outside="1" occluded="0" keyframe="1" points="0,0"></points>
    </skeleton>
    <skeleton frame="2" keyframe="1" z_order="0">
      <points label="head" outside="1" occluded="0" keyframe="1" points="1,1"></points>
      <points label="foot" outside="1" occluded="1" keyframe="1" points="3.5,3"></points>
      <points label="tail" outside="1" occluded="0" keyframe="1" points="0,0"></points>
    </skeleton>
)"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("<label><name>head</name><type>points</type><parent>person</parent></label>"),
            std::string::npos);
  EXPECT_TRUE(losses(posed_person(), "cvat_video").empty());
  const ReadResult back = read_text(text, {.clip = small_clip});
  EXPECT_EQ(back.table.skeletons, posed_person().skeletons);
  EXPECT_EQ(back.table.box, posed_person().box);
  ASSERT_EQ(back.table.key_points.items.size(), 3U);
  EXPECT_EQ(back.table.key_points.items[1].at, (Vec2{3.5F, 3}));
  EXPECT_EQ(back.table.key_points.items[1].state, PointState::hidden);
  EXPECT_EQ(back.table.key_points.items[2].state, PointState::absent);
}

TEST(AnnotationWriters, CvatKeepsOddNames) {
  TrackTable table = posed_person();
  table.skeletons[0].points = {"a \"b\" & <c>", "two\nlines", " d"};
  table.class_names = {"odd\n\"<&>"};
  table.attributes = {{"a\n&", {0}, {"tab\tand\r\nlines & <b>"}}};
  const ReadResult back = read_text(written(table, "cvat_video"), {.clip = small_clip});
  EXPECT_EQ(back.table.skeletons[0].points, table.skeletons[0].points);
  EXPECT_EQ(back.class_name(0), table.class_names[0]);
  EXPECT_EQ(attribute_text(back.table, "a\n&", 0), "tab\tand\r\nlines & <b>");
}

TEST(AnnotationWriters, CvatKeepsNamesMadeOfDigits) {
  TrackTable table = posed_person();
  table.attributes = {{"number", {0}, {"007"}}};
  const ReadResult back = read_text(written(table, "cvat_video"), {.clip = small_clip});
  EXPECT_EQ(attribute_text(back.table, "number", 0), "007");
}

TEST(AnnotationWriters, CvatNumbersPointsWithoutNamesOfTheirOwn) {
  TrackTable table = posed_person();
  table.skeletons[0].points = {"eye", "eye"};
  const std::string text = written(table, "cvat_images");
  for (const char* name : {"1", "2", "3"})
    EXPECT_NE(text.find("<points label=\"" + std::string(name) + "\" outside="), std::string::npos);
}

/// The mask of the example in CVAT's documentation (format-xml.md), as runs along the rows.
TEST(AnnotationWriters, CvatMasksAreThoseOfItsDocumentation) {
  const std::vector<std::uint32_t> runs = {3,  5, 7,  7, 5,  9, 3,  11, 2, 11, 2, 12, 1, 12, 1,
                                           26, 1, 12, 1, 12, 2, 11, 3,  9, 5,  7, 7,  5, 3};
  constexpr std::size_t left = 707, top = 888, width = 13, height = 15;
  constexpr Size picture{1600, 1200};
  std::vector<bool> inside;
  for (std::size_t i = 0; i < runs.size(); ++i) inside.insert(inside.end(), runs[i], i % 2 == 1);
  ASSERT_EQ(inside.size(), width * height);
  std::vector<std::uint32_t> down = {0};
  for (std::size_t x = 0; x < picture.width; ++x)
    for (std::size_t y = 0; y < picture.height; ++y) {
      const bool in_crop = x >= left && x < left + width && y >= top && y < top + height;
      const bool in = in_crop && inside[(y - top) * width + x - left];
      if (in != (down.size() % 2 == 0)) down.push_back(0);
      ++down.back();
    }
  Rows rows;
  const auto row = rows.add(0, no_id, {707, 888, 13, 15}, 0);
  rows.columns().mask_runs.put(row, down);
  rows.columns().mask_size[row] = picture;
  rows.columns().class_names = {"car"};
  const std::string text = written(rows.table(), "cvat_images", {});
  EXPECT_NE(text.find(R"(  <image id="0" name="frame_000000.png" width="1600" height="1200">
    <mask label="car" source="auto" occluded="0" rle="3, 5, 7, 7, 5, 9, 3, 11, 2, 11, 2, 12, 1, )"
                      R"(12, 1, 26, 1, 12, 1, 12, 2, 11, 3, 9, 5, 7, 7, 5, 3" left="707" )"
                      R"(top="888" width="13" height="15" z_order="0"></mask>
  </image>
)"),
            std::string::npos)
      << text;
  EXPECT_TRUE(losses(rows.table(), "cvat_images").empty());
  const ReadResult back = read_text(text);
  EXPECT_TRUE(std::ranges::equal(back.table.mask_runs.of(0), down));
}

// OpenLABEL has no score of its own; a num with the name "score" is used.
TEST(AnnotationWriters, OpenLabelsScoreIsNotReplacedByAnAttribute) {
  Rows rows;
  rows.add(0, 1, {1, 1, 4, 2}, 0, 0.5F);
  rows.columns().attributes = {{"score", {7}}, {"confidence", {0}, {"high"}}};
  EXPECT_EQ(losses(rows.table(), "openlabel"),
            std::vector<std::string>{"attribute score, whose name means something else"});
  const ReadResult back = read_text(written(rows.table(), "openlabel"));
  EXPECT_EQ(back.table.score[0], 0.5F);
  EXPECT_EQ(attribute_text(back.table, "confidence", 0), "high");
}

TEST(AnnotationWriters, CvatImagesHavePolygonsAndPoints) {
  Rows rows;
  const std::vector<OutlinePoint> triangle = {{{1, 1}, 0}, {{5, 1.25F}, 0}, {{5, 3}, 0}};
  rows.columns().outlines.put(rows.add(2, 5, {1, 1, 4, 2}, 0), triangle);
  const std::vector<KeyPoint> points = {{{1, 2}, none, PointState::visible},
                                        {{4, 3}, none, PointState::visible}};
  rows.columns().key_points.put(rows.add(2, no_id, {1, 2, 3, 1}, 0), points);
  rows.columns().class_names = {"lane & more"};
  EXPECT_NE(written(rows.table(), "cvat_images")
                .find(R"(  <image id="2" name="frame_000002.png" width="6" height="4">
    <polygon label="lane &amp; more" source="auto" occluded="0" points="1,1;5,1.25;5,3" z_order="0"></polygon>
    <points label="lane &amp; more" source="auto" occluded="0" points="1,2;4,3" z_order="0"></points>
  </image>
)"),
            std::string::npos);
  EXPECT_EQ(losses(rows.table(), "cvat_images"), std::vector<std::string>{"ids"});
}

TEST(AnnotationWriters, CvatSaysWhatOneShapeCannotHoldBesideAnother) {
  Rows rows;
  const std::uint32_t row = rows.add(0, 1, {0, 0, 6, 4}, 0);
  const std::vector<OutlinePoint> rings = {{{1, 1}, 0}, {{5, 1}, 0}, {{5, 3}, 0},
                                           {{2, 2}, 1}, {{3, 2}, 1}, {{3, 1}, 1}};
  rows.columns().outlines.put(row, rings);
  rows.columns().key_points.put(row, std::vector<KeyPoint>{{{1, 1}, none, PointState::visible}});
  const std::uint32_t other = rows.add(1, 1, {1, 1, 0, 0}, 0);
  rows.columns().key_points.put(other, std::vector<KeyPoint>{{{1, 1}, none, PointState::hidden}});
  EXPECT_EQ(
      losses(rows.table(), "cvat_video"),
      (std::vector<std::string>{"key points of objects that have an outline or a mask as well",
                                "rings of outlines past the first",
                                "that key points without a skeleton are not visible",
                                "boxes that are not those around the shapes in them"}));
}

}  // namespace
}  // namespace overlace::test

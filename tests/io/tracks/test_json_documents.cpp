// SPDX-License-Identifier: Apache-2.0
// JSON of scripts and services in the forms that the tests of generic JSON do not have: lines of
// frames, a file per frame, tracks above frames, times, NaN.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read_text.h"

namespace overlace::test {
namespace {

constexpr Box first{10, 20, 40, 60}, second{300, 200, 40, 60};

/// Object 7 in frames 3 and 5 of every document below.
void expect_both(const ReadResult& r) {
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box, (std::vector<Box>{first, second}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{7, 7}));
  EXPECT_EQ(r.table.frame_of(0), 3);
  EXPECT_EQ(r.table.frame_of(1), 5);
}

TEST(JsonDocuments, TheNamesAboveKeysSayWhatTheyNumber) {
  const std::string a = R"({"x": 10, "y": 20, "w": 40, "h": 60})";
  const std::string b = R"({"x": 300, "y": 200, "w": 40, "h": 60})";
  for (
      const std::string form : {
          R"({{"3": {{"7": {0}}}, "5": {{"7": {1}}}}})",
          R"({{"frames": {{"3": {{"7": {0}}}, "5": {{"7": {1}}}}}}})",
          R"({{"tracks": {{"7": {{"frames": {{"3": {0}, "5": {1}}}}}}}}})",
          R"({{"tracks": {{"7": {{"3": {0}, "5": {1}}}}}}})",
          R"({{"frame_0003": {{"objects": {{"7": {0}}}}}, "frame_0005": {{"objects": {{"7": {1}}}}}}})",
      }) {
    SCOPED_TRACE(form);
    expect_both(read_text(fmt::format(fmt::runtime(form), a, b)));
  }
}

TEST(JsonDocuments, KeysOfTracksMayBeTexts) {
  const ReadResult r = read_text(R"({"tracks": {
    "track_7": {"frames": {"3": {"x": 1, "y": 2, "w": 3, "h": 4}, "5": {"x": 2, "y": 2, "w": 3, "h": 4}}},
    "track_9": {"frames": {"3": {"x": 9, "y": 2, "w": 3, "h": 4}}}}})");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(attribute_text(r.table, "track", 0), "track_7");
  EXPECT_EQ(attribute_text(r.table, "track", 1), "track_9");
  EXPECT_EQ(r.table.id[0], r.table.id[2]);
}

TEST(JsonDocuments, LinesMayBeRowsFramesOrLists) {
  const std::string a = R"({"track_id": 7, "bbox": [10, 20, 40, 60]})";
  const std::string b = R"({"track_id": 7, "bbox": [300, 200, 40, 60]})";
  expect_both(read_text(R"({"frame": 3, "objects": [)" + a + "]}\n" +
                        R"({"frame": 4, "objects": []})" + "\n" + R"({"frame": 5, "objects": [)" +
                        b + "]}\n"));
  expect_both(read_text("[]\n[]\n[]\n[" + a + "]\n[]\n[" + b + "]\n"));
}

TEST(JsonDocuments, AFileMayBeAFrame) {
  const TemporaryFolder folder;
  folder.write(
      "mask_0003.json",
      R"({"labels": {"7": {"class_name": "person", "x1": 10, "y1": 20, "x2": 50, "y2": 80}}})");
  folder.write(
      "mask_0005.json",
      R"({"labels": {"7": {"class_name": "person", "x1": 300, "y1": 200, "x2": 340, "y2": 260}}})");
  expect_both(folder.read());
}

TEST(JsonDocuments, IdsMayStandAmongAttributes) {
  expect_both(read_text(R"([
    {"frame": 3, "id": 1, "bbox": [10, 20, 40, 60], "attributes": {"track_id": 7}},
    {"frame": 5, "id": 2, "bbox": [300, 200, 40, 60], "attributes": {"track_id": 7}}])"));
  expect_both(read_text(R"({"images": [{"id": 3, "file_name": "a3.jpg", "frame_index": 3},
                                       {"id": 5, "file_name": "a5.jpg", "frame_index": 5}],
    "annotations": [
      {"id": 1, "image_id": 3, "category_id": 1, "bbox": [10, 20, 40, 60], "attributes": {"track_id": 7}},
      {"id": 2, "image_id": 5, "category_id": 1, "bbox": [300, 200, 40, 60], "attributes": {"track_id": 7}}],
    "categories": [{"id": 1, "name": "car"}]})"));
}

TEST(JsonDocuments, RoboflowGivesCentres) {
  const std::string image = R"("image": {"width": 640, "height": 480})";
  const std::string rest =
      R"("width": 40, "height": 60, "confidence": 0.5, "class": "car", "class_id": 1, "tracker_id": 7)";
  const std::string a =
      R"({"frame_id": 3, )" + image + R"(, "predictions": [{"x": 30, "y": 50, )" + rest + "}]}";
  const std::string b =
      R"({"frame_id": 5, )" + image + R"(, "predictions": [{"x": 320, "y": 230, )" + rest + "}]}";
  expect_both(read_text("[" + a + "," + b + "]"));
  expect_both(read_text(a + "\n" + b + "\n"));
}

TEST(JsonDocuments, BoxesMayBeTextsOrListsInLists) {
  for (const std::string form : {"[[{0}, {1}], [{2}, {3}]]", "[[{0}, {1}, {2}, {3}]]",
                                 "\"[{0} {1} {2} {3}]\"", "\"({0}, {1}, {2}, {3})\""}) {
    SCOPED_TRACE(form);
    const auto row = [&](int frame, int x, int y) {
      return fmt::format(R"({{"frame": {}, "id": 7, "bbox": {}}})", frame,
                         fmt::format(fmt::runtime(form), x, y, x + 40, y + 60));
    };
    expect_both(read_text("[" + row(3, 10, 20) + "," + row(5, 300, 200) + "]"));
  }
}

TEST(JsonDocuments, TimesGiveFramesAndListsOfTracksTheirIds) {
  TrackReadOptions options;
  options.clip.frame_rate = {25, 1};
  options.source_size = {1000, 500};
  const std::string text =
      R"({"objectAnnotations": [{"entity": {"description": "person"}, "frames": [
    {"normalizedBoundingBox": {"left": 0.25, "top": 0.5, "right": 0.5, "bottom": 0.75}, "timeOffset": "0s"},
    {"normalizedBoundingBox": {"left": 0.5, "top": 0.5, "right": 0.75, "bottom": 0.75}, "timeOffset": "0.080s"}]},
    {"entity": {"description": "dog"}, "frames": [
    {"normalizedBoundingBox": {"left": 0, "top": 0, "right": 0.5, "bottom": 0.5}, "timeOffset": "0.080s"}]}]})";
  const ReadResult r = read_text(text, options);
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.box[0], (Box{250, 250, 250, 125}));
  EXPECT_EQ(r.table.frame_of(1), 2);
  EXPECT_EQ(r.table.id[0], r.table.id[1]);
  EXPECT_NE(r.table.id[1], r.table.id[2]);
}

// RFC 8259 has no such numbers; Python's json module writes them.
TEST(JsonDocuments, NanAndInfinityAreMissingNumbers) {
  const std::string text =
      R"([{"frame": 3, "id": 7, "bbox": [10, 20, 40, 60], "note": "NaN, \"Infinity\""},
          {"frame": 4, "id": 7, "bbox": [NaN, NaN, NaN, NaN]},
          {"frame": 4, "id": 8, "bbox": [NaN, -Infinity, 40, Infinity]},
          {"frame": 5, "id": 7, "bbox": [300, 200, 40, 60], "score": NaN}])";
  const ReadResult r = read_text(text);
  expect_both(r);
  EXPECT_EQ(attribute_text(r.table, "note", 0), "NaN, \"Infinity\"");
  EXPECT_EQ(r.lost("").count, 1U) << "in one of the two reasons";
  std::string lines = text.substr(1, text.size() - 2);
  for (std::size_t at = lines.find(",\n"); at != lines.npos; at = lines.find(",\n"))
    lines.erase(at, 1);
  expect_both(read_text(lines));
}

// The reader's blocks have 64 KiB: the word is cut at every place in turn.
TEST(JsonDocuments, NanMayBeCutByABlock) {
  for (int shift = 0; shift < 12; ++shift) {
    const std::string blanks(static_cast<std::size_t>((64 << 10) - 75 - shift), ' ');
    const ReadResult r = read_text(R"([{"frame": 3, "id": 7, "bbox": [10, 20, 40, 60]},)" + blanks +
                                   R"({"frame": 4, "id": 7, "bbox": [-Infinity, 20, 40, NaN]},
                                      {"frame": 5, "id": 7, "bbox": [300, 200, 40, 60]}])");
    expect_both(r);
  }
}

/// The same two frames, each with objects 7 and 9, in the forms in which arrays are dumped.
void expect_columns(const ReadResult& r) {
  ASSERT_EQ(r.table.row_count(), 4U);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{7, 9, 7, 9}));
  EXPECT_EQ(r.table.class_index, (std::vector<std::int32_t>{0, 2, 0, 2}));
  EXPECT_EQ(r.table.box, (std::vector<Box>{{10, 20, 40, 60}, second, {12, 20, 40, 60}, second}));
  EXPECT_EQ(r.table.frame_of(1), 3);
  EXPECT_EQ(r.table.frame_of(2), 4);
}

TEST(JsonDocuments, ListsBesideEachOtherAreColumns) {
  const std::string a = "[[10, 20, 50, 80], [300, 200, 340, 260]]";
  const std::string b = "[[12, 20, 52, 80], [300, 200, 340, 260]]";
  for (
      const std::string form : {
          R"([{{"frame": 3, "xyxy": {0}, "track_id": [7, 9], "class": [0, 2]}},
               {{"frame": 4, "xyxy": {1}, "track_id": [7, 9], "class": [0, 2]}}])",
          R"([{{"frame_index": 3, "xyxy": {0}, "mask": null, "confidence": [0.5, 0.9],
                 "class_id": [0, 2], "tracker_id": [7, 9], "data": {{"note": ["x", "y"]}},
                 "metadata": {{}}}},
               {{"frame_index": 4, "xyxy": {1}, "mask": null, "confidence": [0.5, 0.9],
                 "class_id": [0, 2], "tracker_id": [7, 9], "data": {{"note": ["x", "y"]}},
                 "metadata": {{}}}}])",
          R"({{"3": {{"boxes": {{"cls": [0.0, 2.0], "conf": [0.5, 0.9], "id": [7.0, 9.0],
                                 "xywh": [[30, 50, 40, 60], [320, 230, 40, 60]], "xyxy": {0}}},
                       "orig_shape": [480, 640]}},
               "4": {{"boxes": {{"cls": [0.0, 2.0], "conf": [0.5, 0.9], "id": [7.0, 9.0],
                                 "xywh": [[32, 50, 40, 60], [320, 230, 40, 60]], "xyxy": {1}}},
                       "orig_shape": [480, 640]}}}})",
          R"({{"frame_0003": {{"bboxes": {0}, "track_ids": [7, 9], "classes": [0, 2]}},
               "frame_0004": {{"bboxes": {1}, "track_ids": [7, 9], "classes": [0, 2]}}}})",
          R"({{"frames": [3, 3, 4, 4], "ids": [7, 9, 7, 9], "classes": [0, 2, 0, 2],
               "x1": [10, 300, 12, 300], "y1": [20, 200, 20, 200],
               "x2": [50, 340, 52, 340], "y2": [80, 260, 80, 260]}})",
          R"({{"frame": {{"0": 3, "1": 3, "2": 4, "3": 4}}, "id": {{"0": 7, "1": 9, "2": 7, "3": 9}},
               "class": {{"0": 0, "1": 2, "2": 0, "3": 2}},
               "x": {{"0": 10, "1": 300, "2": 12, "3": 300}},
               "y": {{"0": 20, "1": 200, "2": 20, "3": 200}},
               "width": {{"0": 40, "1": 40, "2": 40, "3": 40}},
               "height": {{"0": 60, "1": 60, "2": 60, "3": 60}}}})",
      }) {
    SCOPED_TRACE(form);
    expect_columns(read_text(fmt::format(fmt::runtime(form), a, b)));
  }
  expect_columns(read_text(
      R"({"frame": 3, "xyxy": )" + a + R"(, "track_id": [7, 9], "class": [0, 2]})" + "\n" +
      R"({"frame": 4, "xyxy": )" + b + R"(, "track_id": [7, 9], "class": [0, 2]})" + "\n"));
}

TEST(JsonDocuments, NamesOfColumnsMayStandAboveRowsOfValues) {
  const ReadResult r = read_text(R"({"columns": ["frame", "id", "label", "x", "y", "w", "h"],
    "index": [0, 1], "data": [[3, 7, "car", 10, 20, 40, 60], [5, 7, "car", 300, 200, 40, 60]]})");
  expect_both(r);
  EXPECT_EQ(r.class_name(0), "car");
}

TEST(JsonDocuments, AListOfOneBoxIsAColumnToo) {
  expect_both(read_text(R"([
    {"frame": 3, "xyxy": [[10, 20, 50, 80]], "track_id": [7]},
    {"frame": 4, "xyxy": [], "track_id": []},
    {"frame": 5, "xyxy": [[300, 200, 340, 260]], "track_id": [7]}])"));
}

TEST(JsonDocuments, ColumnsNeedAnIdForEachBox) {
  const std::string said =
      refusal(R"([{"frame": 3, "xyxy": [[10, 20, 50, 80], [30, 20, 90, 80]], "track_id": [7]}])");
  EXPECT_NE(said.find("'track_id' has 1 values beside 2 boxes in 'xyxy'"), said.npos) << said;
}

TEST(JsonDocuments, ListsOfAnOutlineAreNoColumns) {
  const ReadResult r = read_text(R"([
    {"frame": 3, "id": 7, "bbox": [10, 20, 40, 60], "xs": [1, 2, 3], "ys": [4, 5, 6]},
    {"frame": 5, "id": 7, "bbox": [300, 200, 40, 60], "xs": [1, 2, 3], "ys": [4, 5, 6]}])");
  expect_both(r);
}

/// Two rows of xywh lists, and what their first box is.
Box first_of_places(const std::string& name, const std::string& a, const std::string& b,
                    const std::string& others = "", Size clip = {}) {
  TrackReadOptions options;
  options.clip.size = clip;
  const auto row = [&](int frame, const std::string& list) {
    return fmt::format(R"({{"frame": {}, "{}": [{}]{}}})", frame, name, list, others);
  };
  const ReadResult r = read_text("[" + row(0, a) + "," + row(1, b) + "]", options);
  return r.table.row_count() == 2 ? r.table.box[0] : Box{};
}

TEST(JsonDocuments, PlacesAreCentresOrCornersWhicheverKeepsBoxesInThePicture) {
  const Box centred{80, 170, 40, 60}, cornered{100, 200, 40, 60};
  const std::string box = "100, 200, 40, 60";
  // A corner at the left edge would be a centre of a box half outside, and the other way round.
  EXPECT_EQ(first_of_places("xywh", box, "0, 200, 40, 60"), cornered);
  EXPECT_EQ(first_of_places("xywh", box, "619, 200, 40, 60", "", {640, 480}), centred);
  EXPECT_EQ(first_of_places("xywh", box, "100, 440, 40, 60", "", {640, 480}), centred);
  EXPECT_EQ(first_of_places("xywh", box, "10, 200, 40, 60", "", {640, 480}), cornered);
  EXPECT_EQ(first_of_places("xywh", box, box, R"(, "cls": 0, "conf": 0.9)"), centred);
  EXPECT_EQ(first_of_places("tlwh", box, box), cornered);
  EXPECT_EQ(first_of_places("cxcywh", box, box), centred);
  EXPECT_EQ(first_of_places("xywhn", "0.5, 0.5, 0.2, 0.4", "0.5, 0.6, 0.2, 0.4", "", {100, 50}),
            (Box{40, 15, 20, 20}));
  const std::string said = refusal_of([&] { (void)first_of_places("xywh", box, box); });
  EXPECT_NE(said.find("--map cxcywh=xywh"), said.npos) << said;
}

}  // namespace
}  // namespace overlace::test

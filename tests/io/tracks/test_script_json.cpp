// SPDX-License-Identifier: Apache-2.0
// Generic JSON in the layouts that scripts produce, and names given with --map.
#include "io/tracks/rows/column_map.h"
#include "read_text.h"

namespace overlace::test {
namespace {

TEST(ScriptJson, AListOfFramesWithTheirThings) {
  const ReadResult r = read_conformance("json.json");
  EXPECT_EQ(r.report.format, "json");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.first_frame, 4);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{2, 3, 2}));
  EXPECT_EQ(r.class_name(0), "car");
  EXPECT_EQ(r.table.score[1], 0.25F);
  // The second pair moves with the first, so it is a corner, not a size.
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40}));
  EXPECT_TRUE(r.assumes("left, top, right, bottom"));
}

TEST(ScriptJson, ListsOfConstantSizeAreSizes) {
  const ReadResult r = read_text(R"([
    {"frame": 0, "detections": [{"bbox": [10, 20, 300, 400]}]},
    {"frame": 1, "detections": [{"bbox": [50, 60, 300, 401]}]},
    {"frame": 2, "detections": [{"bbox": [90, 90, 301, 400]}]}])");
  EXPECT_EQ(r.table.box[1], (Box{50, 60, 300, 401}));
}

TEST(ScriptJson, AnObjectFromFramesToBoxes) {
  const std::string text = R"({"0": [[10, 20, 30, 40, 0.5], [11, 21, 31, 41, 0.25]],
                               "2": [[110, 120, 130, 140, 0.5]], "3": []})";
  const ReadResult r = read_text(text);
  EXPECT_EQ(r.report.format, "json");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.frame_of(2), 2);
  EXPECT_EQ(r.table.box[2], (Box{110, 120, 20, 20}));
  EXPECT_EQ(r.table.score[1], 0.25F);
}

TEST(ScriptJson, AnObjectFromPicturesToBoxes) {
  const ReadResult r = read_text(R"({"img_0007.jpg": [{"x": 1, "y": 2, "w": 3, "h": 4}],
                                     "img_0009.jpg": [{"x": 5, "y": 6, "w": 7, "h": 8}]})");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.first_frame, 7);
  EXPECT_EQ(r.table.frame_of(1), 9);
}

TEST(ScriptJson, FramesAndThenIdsAsKeys) {
  const ReadResult r = read_text(
      R"({"5": {"17": {"x1": 1, "y1": 2, "x2": 4, "y2": 6}, "18": {"x1": 0, "y1": 0, "x2": 1, "y2": 1}}})");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.first_frame, 5);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{17, 18}));
}

TEST(ScriptJson, TracksWithTheirBoxes) {
  const ReadResult r = read_text(R"({"tracks": [
    {"id": 4, "class": "dog", "boxes": [{"frame": 1, "left": 1, "top": 2, "width": 3, "height": 4},
                                        {"frame": 2, "left": 2, "top": 2, "width": 3, "height": 4}]},
    {"id": 9, "class": "cat", "boxes": [{"frame": 2, "left": 7, "top": 2, "width": 3, "height": 4}]}]})");
  ASSERT_EQ(r.table.row_count(), 3U);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{4, 4, 9}));
  EXPECT_EQ(r.class_name(2), "cat");
  EXPECT_EQ(r.table.frame_of(0), 1);
}

TEST(ScriptJson, ListsInAListAreFramesByTheirPlace) {
  const ReadResult r = read_text(R"([[{"x": 1, "y": 2, "w": 3, "h": 4}], [],
                                     [{"x": 5, "y": 6, "w": 7, "h": 8}]])");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.frame_of(0), 0);
  EXPECT_EQ(r.table.frame_of(1), 2);
}

TEST(ScriptJson, BoxesThatStandInObjects) {
  const ReadResult r = read_text(R"([{"frame": 3, "objects": [
    {"id": 1, "velocity": {"x": 9, "y": 9}, "bbox": {"x": 1, "y": 2, "width": 3, "height": 4}}]}])");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 3, 4}));
}

/// Apple's Create ML: boxes are centre and size, in pixels.
TEST(ScriptJson, CreateMlGivesCentres) {
  const ReadResult r = read_text(R"([{"image": "shot_0003.jpg", "annotations": [
    {"label": "cat", "coordinates": {"x": 50, "y": 40, "width": 20, "height": 10}}]}])");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{40, 35, 20, 10}));
  EXPECT_EQ(r.table.first_frame, 3);
}

TEST(ScriptJson, PicturesAreNamedInAMember) {
  const ReadResult r = read_text(R"([
    {"image": "cam/0012.png", "objects": [{"x": 1, "y": 2, "w": 3, "h": 4}]},
    {"image": "cam/0014.png", "objects": [{"x": 1, "y": 2, "w": 3, "h": 4}]}])");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.first_frame, 12);
  EXPECT_EQ(r.table.frame_count(), 3);
}

TEST(ScriptJson, ListsThatCouldBeEitherAreRefused) {
  const std::string text = R"({"0": [[10, 20, 30, 40]]})";
  EXPECT_NE(refusal(text).find("--map xyxy=box"), std::string::npos) << refusal(text);
  TrackReadOptions options;
  options.columns = read_column_map("xyxy=box");
  EXPECT_EQ(read_text(text, options).table.box[0], (Box{10, 20, 20, 20}));
  options.columns = read_column_map("xywh=box");
  EXPECT_EQ(read_text(text, options).table.box[0], (Box{10, 20, 30, 40}));
  options.columns = read_column_map("cxcywh=box");
  EXPECT_EQ(read_text(text, options).table.box[0], (Box{-5, 0, 30, 40}));
}

TEST(ScriptJson, AListOfBoxesWithoutFramesIsRefusedWithItsMembers) {
  const std::string text = R"([{"nth": 3, "x": 1, "y": 2, "w": 3, "h": 4}])";
  EXPECT_NE(refusal(text).find("the columns are: nth"), std::string::npos) << refusal(text);
  TrackReadOptions options;
  options.columns = read_column_map("frame=nth");
  EXPECT_EQ(read_text(text, options).table.first_frame, 3);
}

TEST(ScriptJson, OtherJsonIsRefused) {
  EXPECT_NE(refusal(R"({"a": 1})").find("not in a known track format"), std::string::npos);
  EXPECT_NE(
      refusal(R"({"size": [640, 480], "version": "1.2"})").find("not in a known track format"),
      std::string::npos);
}

TEST(ColumnMap, NamesWhatColumnsHold) {
  TrackReadOptions options;
  options.columns = read_column_map("frame=n,x=px,y=py,width=dx,height=dy,id=who");
  const ReadResult r = read_text("n,who,px,py,dx,dy,x\n3,7,1,2,30,40,99\n", options, "odd.csv");
  EXPECT_EQ(r.report.format, "csv");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.box[0], (Box{1, 2, 30, 40}));
  EXPECT_EQ(r.table.id[0], 7);
  EXPECT_EQ(r.table.first_frame, 3);
  EXPECT_EQ(r.attribute("x"), (std::vector<float>{99}))
      << "a column that is mapped goes before a customary name";
}

TEST(ColumnMap, ErrorsNameTheNearest) {
  EXPECT_NE(refusal_of([] { (void)read_column_map("fraem=n"); }).find("'frame'"),
            std::string::npos);
  EXPECT_NE(refusal_of([] { (void)read_column_map("frame=n,x"); }).find("not a MEANING=NAME pair"),
            std::string::npos);
  TrackReadOptions options;
  options.columns = read_column_map("frame=framez");
  EXPECT_NE(refusal("frames,x,y,w,h\n1,2,3,4,5\n", options, "a.csv").find("'frames'"),
            std::string::npos);
}

TEST(ColumnMap, AFileHoldsTheSame) {
  const TemporaryFolder folder;
  folder.write("map.json", R"({"frame": "n", "xyxy": "corners"})");
  const ColumnMap map = read_column_map((folder.path() / "map.json").string());
  EXPECT_EQ(map, read_column_map("frame=n,xyxy=corners"));
  EXPECT_NE(refusal_of([] { (void)read_column_map("nowhere.json"); }).find("cannot be opened"),
            std::string::npos);
}

}  // namespace
}  // namespace overlace::test

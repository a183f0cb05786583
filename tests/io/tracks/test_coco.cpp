// SPDX-License-Identifier: Apache-2.0
// COCO and the formats that adopted its annotations: values worked out by hand, and pitfalls.
#include "read_text.h"

namespace overlace::test {
namespace {

using Runs = std::vector<std::uint32_t>;

Runs mask_of(const TrackTable& table, std::uint32_t row) {
  const auto runs = table.mask_runs.of(row);
  return {runs.begin(), runs.end()};
}

TEST(Coco, FramesAreImageIdsWhateverTheOrderOfTheFile) {
  const ReadResult r = read_conformance("coco_keypoints.json");
  EXPECT_EQ(r.report.format, "coco");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_TRUE(r.assumes("frames count from 1"));
  EXPECT_EQ(r.report.size, (Size{640, 480}));
  EXPECT_EQ(r.table.box[row_in_frame(r.table, 0)], (Box{1, 2, 3, 2}));
  EXPECT_EQ(r.table.box[row_in_frame(r.table, 1)], (Box{10.5F, 20.25F, 30, 40}));
  EXPECT_EQ(r.table.id[0], no_id);
}

TEST(Coco, CategoryNumbersAreSparse) {
  const ReadResult r = read_conformance("coco_keypoints.json");
  EXPECT_EQ(r.table.class_index, (std::vector<std::int32_t>{1, 18}));
  EXPECT_EQ(class_text(r.table, 0), "person");
  EXPECT_EQ(class_text(r.table, 1), "dog");
}

TEST(Coco, KeyPointsWithVisibilityZeroAreAbsent) {
  const TrackTable table = read_conformance("coco_keypoints.json").table;
  const auto points = table.key_points.of(0);
  ASSERT_EQ(points.size(), 3U);
  EXPECT_EQ(points[0].at, (Vec2{100, 50}));
  EXPECT_EQ(points[0].state, PointState::visible);
  EXPECT_EQ(points[1].state, PointState::absent);
  EXPECT_EQ(points[2].state, PointState::hidden);
  ASSERT_EQ(table.skeletons.size(), 1U);
  EXPECT_EQ(table.skeleton, (std::vector<std::int32_t>{0, -1}));
  EXPECT_EQ(table.skeletons[0].points, (std::vector<std::string>{"nose", "left", "right"}));
  EXPECT_EQ(table.skeletons[0].bones, (std::vector<Skeleton::Bone>{{0, 1}, {0, 2}}));
}

TEST(Coco, SegmentationsArePolygonsOrMasksWithTheirHeightFirst) {
  const TrackTable table = read_conformance("coco_keypoints.json").table;
  EXPECT_EQ(mask_of(table, 0), (Runs{6, 2, 2, 2, 2, 2, 8}));
  EXPECT_EQ(table.mask_size[0], (Size{6, 4}));
  const auto outline = table.outlines.of(1);
  ASSERT_EQ(outline.size(), 6U);
  EXPECT_EQ(outline[2], (OutlinePoint{{40, 60}, 0}));
  EXPECT_EQ(outline[3], (OutlinePoint{{15, 25}, 1}));
  EXPECT_EQ(attribute_text(table, "iscrowd", 0), "1");
}

TEST(CocoVideo, OneSequenceOfSeveralIsChosen) {
  EXPECT_THROW((void)read_conformance("coco_video.json"), Error);
  try {
    (void)read_conformance("coco_video.json", {.sequence = "stret"});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().hint, "did you mean 'street'?");
  }
  const ReadResult park = read_conformance("coco_video.json", {.sequence = "park"});
  ASSERT_EQ(park.table.row_count(), 1U);
  EXPECT_EQ(park.table.box[0], (Box{5, 6, 7, 8}));
  EXPECT_TRUE(park.report.lost.empty());
}

TEST(CocoVideo, GapsStayAndTheTrackHasTheCategory) {
  const ReadResult r = read_conformance("coco_video.json", {.sequence = "street"});
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_TRUE(r.assumes("frames count from 0"));
  EXPECT_EQ(r.table.frame_of(0), 0);
  EXPECT_EQ(r.table.frame_of(1), 30);
  EXPECT_EQ(r.table.box[1], (Box{11, 12, 13, 14}));
  EXPECT_EQ(r.table.id[1], 5);
  EXPECT_EQ(class_text(r.table, 1), "bus");
}

/// Some tools' COCO-VID counts frames from 1, TAO from 0: only the user knows.
TEST(CocoVideo, FramesFromOneAreSaidAndCanBeOverridden) {
  const std::string text = R"({"videos": [{"id": 1, "name": "a"}],
    "images": [{"id": 7, "video_id": 1, "frame_id": 2}, {"id": 8, "video_id": 1, "frame_id": 1}],
    "annotations": [{"id": 1, "image_id": 8, "bbox": [1, 2, 3, 4]}]})";
  const ReadResult r = read_text(text);
  EXPECT_EQ(r.table.first_frame, 1);
  EXPECT_TRUE(r.assumes("although the lowest one is 1 (--frame-base)"));
  EXPECT_EQ(read_text(text, {.frame_base = 1}).table.first_frame, 0);
}

TEST(CocoResults, IsAFlatList) {
  const ReadResult r = read_conformance("coco_results.json");
  EXPECT_EQ(r.report.format, "coco_results");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 20, 20})) << "around the points that are there";
  EXPECT_EQ(r.table.key_points.of(0)[1].state, PointState::absent);
  EXPECT_FLOAT_EQ(r.table.key_points.of(0)[0].score, 0.9F);
  EXPECT_EQ(r.table.box[1], (Box{4, 5, 6, 7}));
  EXPECT_EQ(r.table.class_index[1], 3);
  EXPECT_EQ(r.table.score[1], 0.5F);
}

TEST(YouTubeVis, NullIsAbsent) {
  const ReadResult r = read_conformance("youtube_vis.json");
  EXPECT_EQ(r.report.format, "youtube_vis");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[row_in_frame(r.table, 0)], (Box{1, 1, 2, 2}));
  EXPECT_EQ(r.table.rows(1).size(), 0U);
  EXPECT_EQ(r.table.box[row_in_frame(r.table, 2)], (Box{3, 0, 2, 2}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{9, 9}));
  EXPECT_EQ(mask_of(r.table, 0), (Runs{5, 2, 2, 2, 13}));
  EXPECT_EQ(class_text(r.table, 0), "person");
}

TEST(YouTubeVis, ThePlaceInTheListIsTheIdentityOfPredictions) {
  const ReadResult r = read_conformance("youtube_vis_results.json");
  EXPECT_EQ(r.report.format, "youtube_vis");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.id[row_in_frame(r.table, 1)], 1);
  EXPECT_EQ(r.table.id[row_in_frame(r.table, 0)], 2);
  EXPECT_EQ(r.table.box[1], (Box{1, 1, 2, 2})) << "around the mask, which goes down the columns";
  EXPECT_EQ(r.table.box[0], (Box{0, 0, 1, 1}));
}

TEST(Burst, AnnotatedPicturesAreNotFrames) {
  const ReadResult r = read_conformance("burst.json");
  EXPECT_EQ(r.report.format, "burst");
  ASSERT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.frame_of(0), 0);
  EXPECT_EQ(r.table.frame_of(1), 3) << "the fourth picture is the second that is annotated";
  EXPECT_EQ(r.table.box[0], (Box{1, 1, 2, 2}));
  EXPECT_EQ(r.table.box[1], (Box{0, 0, 1, 1}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{12, 12}));
  EXPECT_EQ(class_text(r.table, 0), "person");
  EXPECT_EQ(attribute_text(r.table, "is_gt", 0), "1");
  EXPECT_EQ(r.table.score[1], 0.5F);
}

TEST(Burst, FirstFramesMayHaveBoxesInsteadOfMasks) {
  const ReadResult r = read_text(
      R"({"sequences": [{"seq_name": "a", "width": 640, "height": 480,
"annotated_image_paths": ["frame0007.jpg"], "track_category_ids": {"1": 3},
"segmentations": [{"1": {"bbox": [10, 20, 30, 40], "point": [15, 25]}}]}]})");
  EXPECT_EQ(r.report.format, "burst");
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.table.frame_of(0), 7) << "without all_image_paths, the number in the name";
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40}));
}

TEST(Coco, AnnotationsOfMissingImagesAreLost) {
  const ReadResult r = read_text(
      R"({"images": [{"id": 1, "file_name": "a.jpg"}], "categories": [],
"annotations": [{"image_id": 1, "bbox": [1, 1, 1, 1]},
{"image_id": 5, "bbox": [1, 1, 1, 1]},
{"image_id": 1, "bbox": [1, 1, 1]},
{"image_id": 1, "bbox": [1, 1, 2, 2], "segmentation": {"size": [1, 2], "counts": [3]}}]})",
      {.format = "coco"});
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.lost("not in the list of images").first_line, 3U);
  EXPECT_EQ(r.lost("not made of numbers").first_line, 4U);
  EXPECT_EQ(r.oddity("mask").first_line, 5U);
}

}  // namespace
}  // namespace overlace::test

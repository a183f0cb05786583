// SPDX-License-Identifier: Apache-2.0
// The MOTChallenge family: expected boxes are written out by hand from the formats' documents.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>

#include "read_text.h"

namespace overlace::test {
namespace {

TEST(Mot, DetectionsHaveNoIdAndAScore) {
  const ReadResult r = read_text(
      "1,-1,649.441,231.502,44.417,86.13,0.995474,-1,-1,-1\n"
      "1,-1,252.783,207.732,35.813,96.641,0.991175,-1,-1,-1\n"
      "3,-1,10,20,30,40,0.5,-1,-1,-1\n");
  EXPECT_EQ(r.report.format, "mot");
  EXPECT_EQ(r.table.first_frame, 0);
  EXPECT_EQ(r.table.frame_count(), 3);
  EXPECT_EQ(r.table.rows(0).size(), 2U);
  EXPECT_EQ(r.table.rows(1).size(), 0U);
  EXPECT_EQ(r.table.box[0], (Box{649.441F, 231.502F, 44.417F, 86.13F}));
  EXPECT_EQ(r.table.box[2], (Box{10, 20, 30, 40}));
  EXPECT_EQ(r.table.id[0], no_id);
  EXPECT_EQ(r.table.score[0], 0.995474F);
  EXPECT_EQ(r.table.class_index[0], -1);
  EXPECT_TRUE(r.table.attributes.empty()) << "world coordinates of -1 are none";
  EXPECT_EQ(r.report.ids, 0U);
  EXPECT_TRUE(r.assumes("frames count from 1"));
  EXPECT_TRUE(r.assumes("pixels count from 0"));
}

TEST(Mot, BasesCanBeOverridden) {
  TrackReadOptions options;
  options.frame_base = 10;
  options.pixel_base = 1;
  const ReadResult r = read_text("10,1,1,1,5,5,1,-1,-1,-1\n12,1,11,21,5,5,1,-1,-1,-1\n", options);
  EXPECT_EQ(r.table.first_frame, 0);
  EXPECT_EQ(r.table.frame_count(), 3);
  EXPECT_EQ(r.table.box[0], (Box{0, 0, 5, 5}));
  EXPECT_EQ(r.table.box[1], (Box{10, 20, 5, 5}));
  EXPECT_TRUE(r.assumes("as you said"));
}

TEST(Mot, PixelBasesOfLeftAndTopMayDiffer) {
  TrackReadOptions options;
  options.pixel_base = {1, 0.5};
  const ReadResult r = read_text("1,1,11,20,5,6,1,-1,-1,-1\n", options);
  EXPECT_EQ(r.table.box[0], (Box{10, 19.5F, 5, 6}));
  EXPECT_TRUE(r.assumes("pixels count from 1 across and 0.5 down, as you said"));
  EXPECT_EQ(r.report.pixel_base, PixelBase(1, 0.5));
}

TEST(Mot, AFrame0MeansCountingFrom0) {
  const std::string text = "0,1,1,1,5,5,1,-1,-1,-1\n1,1,2,1,5,5,1,-1,-1,-1\n";
  const ReadResult r = read_text(text);
  EXPECT_EQ(r.table.frame_of(0), 0);
  EXPECT_EQ(r.table.frame_of(1), 1);
  EXPECT_TRUE(r.assumes("frames count from 0, because the file has a frame 0"));

  TrackReadOptions options;
  options.frame_base = 1;
  const ReadResult told = read_text(text, options);
  EXPECT_EQ(told.table.row_count(), 1U);
  EXPECT_EQ(told.lost("before the first").count, 1U);
  EXPECT_EQ(told.lost("before the first").first_line, 1U);
}

TEST(Mot, TheByteTrackFamilyIsRead) {
  // Rounded to one decimal, ids from 1, score with two decimals.
  const ReadResult r = read_text(
      "1,1,794.2,247.5,71.2,174.9,0.90,-1,-1,-1\n"
      "1,2,1648.1,119.6,66.5,163.2,0.88,-1,-1,-1\n");
  EXPECT_EQ(r.report.format, "mot");
  EXPECT_EQ(r.report.ids, 2U);
  EXPECT_EQ(r.report.lowest_id, 1);
  EXPECT_EQ(r.report.highest_id, 2);
  EXPECT_EQ(r.table.score[1], 0.88F);
}

TEST(Mot, WorldCoordinatesBecomeAttributes) {
  const ReadResult r = read_text("1,1,10,10,5,5,0.7,1.5,-2.5,0\n1,2,30,10,5,5,0.7,-1,-1,-1\n");
  ASSERT_EQ(r.table.attributes.size(), 3U);
  EXPECT_EQ(r.table.attributes[0].name, "world_x");
  EXPECT_EQ(r.table.attributes[0].values[0], 1.5F);
  EXPECT_TRUE(std::isnan(r.table.attributes[0].values[1]));
  EXPECT_EQ(r.table.attributes[1].values[0], -2.5F);
}

TEST(Mot, AScoreOfMinusOneMeansNoneUnlessScoresAreRaw) {
  const ReadResult none = read_text("1,1,10,10,5,5,-1,-1,-1,-1\n1,2,10,10,5,5,0.5,-1,-1,-1\n");
  EXPECT_TRUE(std::isnan(none.table.score[0]));
  EXPECT_EQ(none.table.score[1], 0.5F);
  EXPECT_TRUE(none.assumes("score of -1"));
  const ReadResult raw = read_text("1,1,10,10,5,5,-1,-1,-1,-1\n1,2,10,10,5,5,-0.3,-1,-1,-1\n");
  EXPECT_EQ(raw.table.score[0], -1);
}

TEST(Mot, ShortAndLongRowsAreRead) {
  const ReadResult six = read_text("1,4,10,20,30,40\n");
  EXPECT_EQ(six.table.id[0], 4);
  EXPECT_TRUE(std::isnan(six.table.score[0]));
  const ReadResult long_rows = read_text("1,4,10,20,30,40,1,-1,-1,-1,0.25,9\n");
  ASSERT_EQ(long_rows.table.attributes.size(), 2U);
  EXPECT_EQ(long_rows.table.attributes[0].name, "column_11");
  EXPECT_EQ(long_rows.table.attributes[0].values[0], 0.25F);
}

constexpr const char* ground_truth =
    "1,1,1363,569,103,241,1,1,0.86014\n"
    "2,1,1362,568,103,241,0,7,0.5\n"
    "1,2,371,410,80,239,1,-1,1\n";

TEST(MotGt, Column7IsAFlagAndColumn8AClass) {
  const ReadResult r = read_text(ground_truth);
  EXPECT_EQ(r.report.format, "mot_gt");
  // Pixels and frames count from 1; the table is sorted by frame, then in file order.
  EXPECT_EQ(r.table.rows(0).size(), 2U);
  EXPECT_EQ(r.table.box[0], (Box{1362, 568, 103, 241}));
  EXPECT_EQ(r.table.box[1], (Box{370, 409, 80, 239}));
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{1, 2, 1}));
  EXPECT_EQ(r.table.class_index, (std::vector<std::int32_t>{1, -1, 7}));
  EXPECT_EQ(r.table.class_names.at(1), "pedestrian");
  EXPECT_EQ(r.table.class_names.at(7), "static person");
  EXPECT_TRUE(std::isnan(r.table.score[0])) << "the flag is no score";
  ASSERT_EQ(r.table.attributes.size(), 2U);
  EXPECT_EQ(r.table.attributes[0].name, "consider");
  EXPECT_EQ(r.table.attributes[0].values, (std::vector<float>{1, 1, 0}));
  EXPECT_EQ(r.table.attributes[1].name, "visibility");
  EXPECT_EQ(r.table.attributes[1].values[0], 0.86014F);
  EXPECT_EQ(r.oddity("earlier").count, 0U) << "ground truths go track by track";
}

TEST(MotGt, IgnoredRowsGoOnRequest) {
  TrackReadOptions options;
  options.drop_ignored = true;
  const ReadResult r = read_text(ground_truth, options);
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_TRUE(r.assumes("1 rows that evaluation ignores"));
}

class MotFolder : public ::testing::Test {
 protected:
  void SetUp() override { std::filesystem::create_directory(folder_.path() / "gt"); }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_.path() / name) << text;
  }
  [[nodiscard]] ReadResult read(const TrackReadOptions& options = {}) const {
    ReadResult result;
    result.table = read_tracks(folder_.path() / "gt/gt.txt", options, result.report);
    return result;
  }
  TemporaryFolder folder_;
};

TEST_F(MotFolder, SeqinfoGivesRateAndSize) {
  write("gt/gt.txt", "1,1,101,201,50,100,1,1,1\n");
  write("seqinfo.ini",
        "[Sequence]\r\nname=MOT17-02\r\nimDir=img1\r\nframeRate=30\r\nseqLength=600\r\n"
        "imWidth=1920\r\nimHeight=1080\r\nimExt=.jpg\r\n");
  const ReadResult plain = read();
  EXPECT_EQ(plain.report.frame_rate, (Rational{30, 1}));
  EXPECT_EQ(plain.report.size, (Size{1920, 1080}));
  EXPECT_EQ(plain.table.box[0], (Box{100, 200, 50, 100}));

  TrackReadOptions half;
  half.clip.size = {960, 540};
  const ReadResult scaled = read(half);
  EXPECT_EQ(scaled.table.box[0], (Box{50, 100, 25, 50}));
  EXPECT_TRUE(scaled.assumes("scaled from 1920x1080 to 960x540"));

  half.source_size = {960, 540};
  EXPECT_EQ(read(half).table.box[0], (Box{100, 200, 50, 100}));
}

TEST_F(MotFolder, LabelsNameTheClassesAsCvatWritesThem) {
  write("gt/gt.txt", "1,1,100,200,50,100,1,2,1\n");
  write("gt/labels.txt", "person\ntraffic light\n");
  const ReadResult r = read();
  EXPECT_EQ(r.table.class_names.at(static_cast<std::size_t>(r.table.class_index[0])),
            "traffic light");
  EXPECT_EQ(r.table.box[0].x, 100) << "CVAT counts pixels from 0";
}

TEST_F(MotFolder, Mot15GroundTruthHasTenColumns) {
  write("gt/gt.txt", "1,1,1,1,50,100,1,4.5,2.25,0\n2,1,1,1,50,100,0,-1,-1,-1\n");
  const ReadResult r = read();
  EXPECT_EQ(r.report.format, "mot15_gt");
  EXPECT_EQ(r.table.box[0], (Box{0, 0, 50, 100}));
  EXPECT_TRUE(std::isnan(r.table.score[0]));
  EXPECT_EQ(r.table.attributes[0].name, "consider");
  EXPECT_EQ(r.table.attributes[0].values, (std::vector<float>{1, 0}));
  EXPECT_EQ(r.table.attributes[1].values[0], 4.5F);
}

TEST(BoxMot, TheScoreIsInTheVisibilityColumn) {
  const ReadResult r = read_text("1,1,10,20,30,40,1,0,0.873412\n1,2,50,20,30,40,1,2,0.41\n");
  EXPECT_EQ(r.report.format, "boxmot");
  EXPECT_EQ(r.table.class_index, (std::vector<std::int32_t>{0, 2}));
  EXPECT_EQ(r.table.score[0], 0.873412F);
  EXPECT_EQ(r.table.box[0], (Box{10, 20, 30, 40}));
}

TEST(BoxMot, OlderFilesHaveTheScoreInColumn7AndBlanks) {
  const ReadResult r = read_text("1 1 10 20 30 40 0.75 0 -1\n2 1 11 20 30 40 0.5 0 -1\n");
  EXPECT_EQ(r.report.format, "boxmot");
  EXPECT_EQ(r.table.score[0], 0.75F);
  EXPECT_EQ(r.table.class_index[0], 0);
}

TEST(VisDrone, ClassesTellItFromResults) {
  const ReadResult r = read_text("1,0,593,43,174,190,0,0,0,0\n1,1,410,10,20,40,1,4,1,2\n");
  EXPECT_EQ(r.report.format, "visdrone");
  EXPECT_EQ(r.table.class_names.at(4), "car");
  EXPECT_EQ(r.table.class_index[1], 4);
  ASSERT_EQ(r.table.attributes.size(), 2U);
  EXPECT_EQ(r.table.attributes[1].name, "occlusion");
  EXPECT_EQ(r.table.attributes[1].values[1], 2);
}

TEST(VisDrone, IgnoredRegionsGoOnRequest) {
  TrackReadOptions options;
  options.drop_ignored = true;
  const ReadResult r = read_text("1,0,593,43,174,190,0,0,0,0\n1,1,410,10,20,40,1,4,1,2\n", options);
  ASSERT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.class_name(0), "car");
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// Rows that are wrong or odd: counted with their first line, and never a crash.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "read_text.h"

namespace overlace::test {
namespace {

const std::string good = "1,1,10,20,30,40,0.5,-1,-1,-1\n";

const TrackReadOptions as_mot{.format = "mot"};

/// A good row, then `row` twice.
ReadResult after_good(const std::string& row) {
  return read_text(good + row + "\n" + row + "\n", as_mot);
}

/// Scaled by 2 in width and 3 in height; a quarter turn puts the width of 10 along y.
TEST(OddRows, TurnedBoxesInASqueezedPictureAreBoxesThatFitBest) {
  const std::string text = "frame,x,y,width,height,rotation\n0,10,20,10,20,90\n1,10,20,10,20,45\n";
  TrackReadOptions options{.source_size = {100, 100}};
  options.clip = {{200, 300}, {25, 1}, 2};
  const ReadResult r = read_text(text, options);
  EXPECT_EQ(r.table.box[0], (Box{15, 70, 30, 40}));
  EXPECT_EQ(r.table.rotation[0], 90);
  EXPECT_EQ(r.table.box[1].center(), (Vec2{30, 90}));
  EXPECT_LT(r.table.rotation[1], 45) << "the longer side, which is the height, counts more";
  EXPECT_GT(r.table.rotation[1], 33.6F) << "it lies along (-2, 3)";
  EXPECT_EQ(r.oddity("parallelogram").count, 1U);
  EXPECT_EQ(r.oddity("parallelogram").first_line, 3U);
}

struct LostCase {
  const char* row;
  const char* what;
};

class LostRows : public ::testing::TestWithParam<LostCase> {};

TEST_P(LostRows, AreCountedOnceWithTheirLine) {
  const ReadResult r = after_good(GetParam().row);
  EXPECT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.lost(GetParam().what).count, 2U);
  EXPECT_EQ(r.lost(GetParam().what).first_line, 2U);
  EXPECT_EQ(r.report.lost.size(), 1U);

  TrackReadOptions strict = as_mot;
  strict.strict = true;
  EXPECT_NE(refusal(good + GetParam().row, strict).find(GetParam().what), std::string::npos);
  EXPECT_NE(refusal(good + GetParam().row, strict).find(":2"), std::string::npos);
}

INSTANTIATE_TEST_SUITE_P(
    All, LostRows,
    ::testing::Values(LostCase{"2,2,nan,20,30,40,0.5,-1,-1,-1", "not made of numbers"},
                      LostCase{"2,2,10,inf,30,40,0.5,-1,-1,-1", "not made of numbers"},
                      LostCase{"2,2,10,,30,40,0.5,-1,-1,-1", "not made of numbers"},
                      LostCase{"2,2,1e400,20,30,40,0.5,-1,-1,-1", "not made of numbers"},
                      LostCase{"2,2,10,20,-30,40,0.5,-1,-1,-1", "negative size"},
                      LostCase{"2,2,10,20,30,-1,0.5,-1,-1,-1", "negative size"},
                      LostCase{"2,2,1e7,20,30,40,0.5,-1,-1,-1", "px away"},
                      LostCase{"-3,2,10,20,30,40,0.5,-1,-1,-1", "frame number is negative"},
                      LostCase{"4000000000,2,10,20,30,40,0.5,-1,-1,-1", "frame number is over"},
                      LostCase{"9223372036854775807,2,10,20,30,40,0.5,-1,-1,-1",
                               "frame number is over"},
                      LostCase{"99999999999999999999,2,10,20,30,40,0.5,-1,-1,-1", "not an integer"},
                      LostCase{"1.5,2,10,20,30,40,0.5,-1,-1,-1", "frame number is not an integer"},
                      LostCase{"2,2.5,10,20,30,40,0.5,-1,-1,-1", "id is not an integer"},
                      LostCase{"2,2,10,20", "fewer than 6 fields"},
                      LostCase{"2,2,car,20,30,40", "not a row of numbers"}));

TEST(OddRows, ADuplicateKeepsTheFirst) {
  const ReadResult r = read_text(good + "2,1,1,1,5,5,0.5,-1,-1,-1\n1,1,99,20,30,40,0.5,-1,-1,-1\n");
  EXPECT_EQ(r.table.row_count(), 2U);
  EXPECT_EQ(r.table.box[0].x, 10);
  EXPECT_EQ(r.lost("twice in one frame").count, 1U);
  EXPECT_EQ(r.lost("twice in one frame").first_line, 3U);
  EXPECT_EQ(r.report.rows, 3U);
  EXPECT_EQ(r.report.boxes, 2U);
}

TEST(OddRows, DetectionsWithoutIdsAreNoDuplicates) {
  const std::string row = "1,-1,10,20,30,40,0.5,-1,-1,-1\n";
  EXPECT_EQ(read_text(row + row).table.row_count(), 2U);
}

TEST(OddRows, CrowdedFramesAreCut) {
  std::string text;
  for (int i = 0; i < 7; ++i) text += fmt::format("1,{},10,20,30,40,0.5,-1,-1,-1\n", i);
  text += "2,0,10,20,30,40,0.5,-1,-1,-1\n";
  TrackReadOptions options;
  options.max_boxes_per_frame = 5;
  const ReadResult r = read_text(text, options);
  EXPECT_EQ(r.table.rows(0).size(), 5U);
  EXPECT_EQ(r.table.rows(1).size(), 1U);
  EXPECT_EQ(r.lost("more than 5 boxes").count, 2U);
  EXPECT_EQ(r.lost("more than 5 boxes").first_line, 6U);
}

TEST(OddRows, TooManyBoxesAltogetherAreAnError) {
  TrackReadOptions options;
  options.max_boxes = 2;
  EXPECT_NE(refusal(good + good + good, options).find("more than 2 boxes"), std::string::npos);
}

TEST(OddRows, FramesOutOfOrderAreSortedAndRemarkedOn) {
  const ReadResult r = read_text(
      "3,1,3,0,1,1,1,-1,-1,-1\n1,1,1,0,1,1,1,-1,-1,-1\n"
      "2,1,2,0,1,1,1,-1,-1,-1\n");
  EXPECT_EQ(r.oddity("earlier").count, 1U);
  EXPECT_EQ(r.oddity("earlier").first_line, 2U);
  for (std::uint32_t row = 0; row < 3; ++row)
    EXPECT_EQ(r.table.box[row].x, static_cast<float>(row + 1));
}

TEST(OddRows, HugeAndNegativeIdsAreKeptOrDropped) {
  const ReadResult r =
      read_text("1,5000000000,1,1,5,5,1,-1,-1,-1\n1,-7,20,1,5,5,1,-1,-1,-1\n", as_mot);
  EXPECT_EQ(r.table.id[0], 5'000'000'000);
  EXPECT_EQ(r.table.id[1], no_id);
  EXPECT_EQ(r.oddity("above 2^31").count, 1U);
  EXPECT_EQ(r.oddity("negative and taken as none").count, 1U);
}

TEST(OddRows, StrictRefusesThemToo) {
  TrackReadOptions strict = as_mot;
  strict.strict = true;
  strict.clip = {{100, 100}, {25, 1}, 5};
  const std::string first = "2,1,10,20,30,40,0.5,-1,-1,-1\n";
  EXPECT_EQ(refusal(first, strict), "");
  for (const char* row : {"1,1,10,20,30,40", "2,5000000000,10,20,30,40", "2,-7,10,20,30,40",
                          "2,2,10,20,0,40", "2,2,200,20,30,40"})
    EXPECT_NE(refusal(first + row, strict).find(":2"), std::string::npos) << row;
  EXPECT_NE(refusal("9,1,10,20,30,40\n", strict).find("after the clip"), std::string::npos);
}

TEST(OddRows, BoxesOutsideThePictureOrAfterTheClipAreRemarkedOn) {
  TrackReadOptions options;
  options.clip = {{100, 100}, {25, 1}, 2};
  options.format = "mot";
  const ReadResult r = read_text(
      "1,1,200,10,5,5,1,-1,-1,-1\n1,2,-20,10,5,5,1,-1,-1,-1\n"
      "1,3,98,98,5,5,1,-1,-1,-1\n3,1,10,10,5,5,1,-1,-1,-1\n",
      options);
  EXPECT_EQ(r.table.row_count(), 4U);
  EXPECT_EQ(r.oddity("outside").count, 2U);
  EXPECT_EQ(r.oddity("after the clip").count, 1U);
}

TEST(OddRows, ABoxWithoutAreaIsRemarkedOn) {
  EXPECT_EQ(after_good("2,2,10,20,0,40,0.5,-1,-1,-1").oddity("no area").count, 2U);
}

TEST(OddRows, FrameBasesOutOfRangeAreRefused) {
  TrackReadOptions options;
  options.frame_base = std::numeric_limits<std::int64_t>::min();
  EXPECT_NE(refusal(good, options).find("out of range"), std::string::npos);
}

TEST(OddRows, TheReportSaysItAll) {
  const ReadResult r = after_good("2,2,10,20,-30,40,0.5,-1,-1,-1");
  std::string text;
  for (const std::string& line : r.report.lines()) text += line + "\n";
  for (const char* part :
       {"tracks.txt", "mot", "--frame-base", "--pixel-base", "1 box in frames 0 to 0",
        "(counted from 0), id 1", "frame 0 at 10.0, 20.0 size 30.0 x 40.0",
        "2 rows: the box has a negative size", "line 2"})
    EXPECT_NE(text.find(part), std::string::npos) << part << " in\n" << text;
}

TEST(OddRows, ARowWithATypoAtTheTopIsNoHeading) {
  const std::string text = "1,1,10,1O,20,20,1,-1,-1,-1\n2,1,10,10,20,20,1,-1,-1,-1\n";
  EXPECT_EQ(read_text(text).lost("not a row of numbers").first_line, 1U);
  TrackReadOptions options;
  options.strict = true;
  EXPECT_NE(refusal(text, options), "");
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// A guessed format is refused if its numbers are implausible; a named format only warns. Layouts
// are those documented by the data sets and tools.
#include <gtest/gtest.h>

#include "io/tracks/rows/evidence.h"
#include "read_text.h"

namespace overlace::test {
namespace {

bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The warnings of reading as a named format.
std::string warnings(const std::string& text, TrackReadOptions options) {
  std::string all;
  for (const std::string& line : read_text(text, options).report.assumptions)
    if (has(line, "is this")) all += line + "\n";
  return all;
}

TrackReadOptions as(const char* format) {
  TrackReadOptions options;
  options.format = format;
  return options;
}

TEST(Doubts, AShareOfLostRowsButNotOneOddRow) {
  EXPECT_EQ(read_text("1,1,10,20,30,40\n2,1,10,20,-30,40\n3,1,10,20,30,40\n").table.row_count(),
            2U);
  const std::string text = "1,1,10,20,30,40\n2,1,10,20,30,40\n3,1,10,20,30,40\n4,x\n5,x\n";
  const std::string refused = refusal(text);
  EXPECT_TRUE(has(refused, "2 of 5 rows cannot be rows")) << refused;
  EXPECT_TRUE(has(refused, "--tracks-format mot")) << refused;
  EXPECT_EQ(read_text(text, as("mot")).table.row_count(), 3U);
  EXPECT_TRUE(has(warnings(text, as("mot")), "2 of 5 rows")) << "a named format is checked, too";
}

TEST(Doubts, FractionsWherePixelsShouldBe) {
  const std::string text = "1,1,0.1,0.2,0.1,0.1\n1,2,0.5,0.2,0.1,0.1\n2,1,0.1,0.2,0.1,0.1\n";
  EXPECT_TRUE(has(refusal(text), "--fractions")) << refusal(text);
  TrackReadOptions options;
  options.fractions = true;
  EXPECT_EQ(read_text(text, options).table.row_count(), 3U);
}

TEST(Doubts, BoxesOutsideTheVideo) {
  std::string text;
  for (int i = 1; i <= 20; ++i) text += std::to_string(i) + ",1,1000,800,30,40\n";
  EXPECT_EQ(read_text(text).table.row_count(), 20U) << "without a video nothing is known of it";
  TrackReadOptions options;
  options.clip = {{640, 480}, {25, 1}, 100};
  EXPECT_TRUE(has(refusal(text, options), "--source-size")) << refusal(text, options);
}

TEST(Doubts, FramesThatRunBackwards) {
  std::string backwards, by_track;
  for (int i = 20; i > 0; --i) backwards += std::to_string(i) + ",1,10,20,30,40\n";
  for (int track = 1; track <= 10; ++track)
    for (int frame = 1; frame <= 2; ++frame)
      by_track += std::to_string(frame) + "," + std::to_string(track) + "," +
                  std::to_string(track * 20) + ",20,30,40\n";
  EXPECT_TRUE(has(refusal(backwards), "go back")) << refusal(backwards);
  EXPECT_EQ(read_text(by_track).table.row_count(), 20U) << "one track after another";
}

TEST(Doubts, IdsThatAreNone) {
  // DukeMTMC puts the camera first, but this layout of 12 columns is not a declared one.
  std::string text;
  for (int i = 0; i < 20; ++i)
    text += "1,7," + std::to_string(100 + i) + ",200,30,40,1,2,3,4,5,6\n";
  EXPECT_TRUE(has(refusal(text), "the id of another box")) << refusal(text);
}

TEST(Doubts, AppendedRunsAreNone) {
  std::string run;
  for (int i = 1; i <= 20; ++i) run += std::to_string(i) + ",1,10,20,30,40,0.5,-1,-1,-1\n";
  EXPECT_EQ(read_text(run + run).table.row_count(), 20U);
}

TEST(Doubts, BoxesInTheCornerAndEqualOnes) {
  std::string corner, equal;
  for (int i = 1; i <= 20; ++i) {
    corner += std::to_string(i) + (i % 2 == 0 ? ",1,0,0,0,0\n" : ",1,10,20,300,200\n");
    for (int id = 1; id <= 5; ++id)
      equal += std::to_string(i) + "," + std::to_string(id) + ",10,20,30,40\n";
  }
  EXPECT_TRUE(has(refusal(corner), "points at 0, 0")) << refusal(corner);
  EXPECT_TRUE(has(refusal(equal), "equal another one")) << refusal(equal);
}

TEST(Doubts, NoBoxesAreRefusedUnlessTheFileSaysSo) {
  EXPECT_TRUE(has(refusal("{\"openlabel\": {\"metadata\": {}}}"), "no boxes"));
  EXPECT_EQ(read_text("frame,id,x,y,w,h\n").table.row_count(), 0U) << "a heading says so";
  EXPECT_EQ(read_text(R"({"images": [{"id": 1, "file_name": "1.jpg"}], "annotations": []})")
                .table.row_count(),
            0U);
  EXPECT_EQ(read_text("", as("mot")).table.row_count(), 0U) << "as the user says";
  EXPECT_TRUE(has(refusal("1,x\n2,x\n", as("mot")), "no boxes"));
}

TEST(Doubts, OfNoRowsThereAreNone) {
  EXPECT_TRUE(doubts_of({}).empty());
  EXPECT_TRUE(doubts_of({.rows = 6, .lost = 1}).empty());
  EXPECT_EQ(doubts_of({.rows = 100, .lost = 12, .boxes = 100, .outside = 12}).size(), 2U);
  EXPECT_TRUE(doubts_of({.rows = 100, .lost = 11}).empty()) << "a tenth, and one";
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// Clips whose first frame is not 0: which number in a file means the clip's first frame.
#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "graph/core/error.h"
#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

/// MOTChallenge rows, one box per frame. The format counts from 1.
std::string mot(int first, int last) {
  std::string text;
  for (int frame = first; frame <= last; ++frame)
    text += std::to_string(frame) + ",1," + std::to_string(frame) + ",20,30,40,1,-1,-1,-1\n";
  return text;
}

TrackReadOptions of_shot(std::int32_t first, std::int32_t count) {
  return {.clip = {.size = {6000, 100}, .frame_count = count, .first_frame = first}};
}

TEST(ClipNumbers, AFormatsOwnCountBeginsAtTheClipsFirstFrame) {
  const ReadResult r = read_text(mot(1, 50), of_shot(1001, 50));
  EXPECT_EQ(r.table.first_frame, 1001);
  EXPECT_EQ(r.report.last_frame, 1050);
  EXPECT_EQ(r.table.box[r.table.rows(1003).begin].x, 3);
  EXPECT_TRUE(r.assumes("frames count from 1, as MOTChallenge prescribes"));
  EXPECT_TRUE(r.report.oddities.empty()) << "all of them are the clip's";
}

TEST(ClipNumbers, AFileMayCountAsTheClipDoes) {
  const ReadResult r = read_text(mot(1003, 1050), of_shot(1001, 50));
  EXPECT_EQ(r.table.first_frame, 1003);
  EXPECT_EQ(r.table.box[0].x, 1003);
  EXPECT_TRUE(r.assumes("frames count from 1001, as the clip does"));
  EXPECT_TRUE(r.report.oddities.empty());
}

TEST(ClipNumbers, NothingIsLateForAClipOfUnknownLength) {
  EXPECT_EQ(read_text(mot(1003, 1050), of_shot(1001, 0)).table.first_frame, 1003);
  EXPECT_EQ(read_text(mot(1, 50), of_shot(1001, 0)).table.first_frame, 1001);
}

TEST(ClipNumbers, WhatTheUserSaysGoesFirst) {
  TrackReadOptions options = of_shot(1001, 5000);
  options.frame_base = 1;
  EXPECT_EQ(read_text(mot(1003, 1050), options).table.first_frame, 2003);
  options.frame_base = 1001;
  EXPECT_EQ(read_text(mot(1003, 1050), options).table.first_frame, 1003);
}

TEST(ClipNumbers, AFileThatCouldCountEitherWayIsRefused) {
  try {
    (void)read_text(mot(1003, 1050), of_shot(1001, 5000));
    FAIL() << "the rows fit both ways";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    EXPECT_EQ(error.problems().front().hint, "--frame-base 1 or --frame-base 1001");
  }
}

TEST(ClipNumbers, PicturesFrom1AreThoseOfAFileFrom1) {
  const ReadResult r = read_text(mot(1, 50), of_shot(1, 50));
  EXPECT_EQ(r.table.first_frame, 1);
  EXPECT_EQ(r.table.box[r.table.rows(7).begin].x, 7);
}

TEST(ClipNumbers, RowsBehindTheEndAreCountedInTheClipsNumbers) {
  const ReadResult r = read_text(mot(1, 60), of_shot(1001, 50));
  ASSERT_EQ(r.report.oddities.size(), 1U);
  EXPECT_EQ(r.report.oddities[0].count, 10U);
}

TEST(ClipNumbers, FilesAreWrittenAsTheirFormatsCount) {
  const TrackReadOptions options = of_shot(1001, 50);
  const TrackTable table = read_text(mot(1, 50), options).table;
  std::ostringstream out;
  write_tracks(table, options.clip, out, "mot");
  EXPECT_TRUE(out.str().starts_with("1,1,1,20,30,40,")) << out.str().substr(0, 30);
  EXPECT_EQ(read_text(out.str(), options).table.first_frame, 1001);
}

}  // namespace
}  // namespace overlace::test

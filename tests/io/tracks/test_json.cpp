// SPDX-License-Identifier: Apache-2.0
// overlace's own track JSON.
#include <gtest/gtest.h>

#include <cmath>

#include "graph/core/json.h"
#include "io/tracks/writer.h"
#include "read_text.h"

namespace overlace::test {
namespace {

const std::string head =
    "{\"overlace_tracks\": 1, \"size\": [640, 480], \"frame_rate\": [30000, 1001],\n"
    " \"classes\": [\"a\", \"b \\\"q\\\" \\u00fc\"],\n"
    " \"columns\": [\"frame\", \"id\", \"x\", \"y\", \"width\", \"height\", \"class\", \"score\", "
    "\"heat\"],\n";

TEST(TrackJson, ReadsByHandWrittenText) {
  const ReadResult r = read_text(head +
                                 " \"rows\": [[3, 7, 1.5, 2, 30, 40, 1, null, 0.25],\n"
                                 " [2, -1, 1e1, 2, 30, 40, -1, 0.5, null]]}");
  EXPECT_EQ(r.report.format, "overlace_json");
  EXPECT_EQ(r.report.frame_rate, (Rational{30000, 1001}));
  EXPECT_EQ(r.report.size, (Size{640, 480}));
  EXPECT_EQ(r.table.first_frame, 2);
  EXPECT_EQ(r.table.id, (std::vector<TrackId>{no_id, 7}));
  EXPECT_EQ(r.table.box[1], (Box{1.5F, 2, 30, 40}));
  EXPECT_EQ(r.table.class_names, (std::vector<std::string>{"a", "b \"q\" ü"}));
  EXPECT_TRUE(std::isnan(r.table.score[1]));
  EXPECT_EQ(r.table.attributes[0].name, "heat");
  EXPECT_EQ(r.table.attributes[0].values[1], 0.25F);
}

TEST(TrackJson, KeepsCuts) {
  const ReadResult r = read_text(
      "{\"overlace_tracks\": 1, \"cuts\": [9, 4],\n"
      " \"columns\": [\"frame\", \"id\", \"x\", \"y\", \"width\", \"height\", \"class\", "
      "\"score\"],\n \"rows\": [[3, 7, 1, 2, 30, 40, -1, 1]]}");
  EXPECT_EQ(r.table.cuts, (std::vector<std::int32_t>{4, 9}));
}

TEST(TrackJson, ScalesToTheClip) {
  TrackReadOptions options;
  options.clip.size = {1280, 960};
  const ReadResult r = read_text(head + "\"rows\": [[0, 7, 10, 20, 30, 40, 1, 1, 0]]}", options);
  EXPECT_EQ(r.table.box[0], (Box{20, 40, 60, 80}));
}

// A clip stored as 640x480 and shown rotated clockwise, as 480x640: the stored left column is the
// top row, and the stored bottom row the left column.
TEST(TrackJson, BoxesOfTheCodedPicture) {
  TrackReadOptions options;
  options.clip.size = {480, 640};
  options.clip.stored = {.transposed = true, .flip_x = false, .flip_y = true};
  options.stored = true;
  const ReadResult r = read_text(head + "\"rows\": [[0, 7, 10, 20, 30, 40, 1, 1, 0]]}", options);
  EXPECT_EQ(r.table.box[0], (Box{480 - 20 - 40, 10, 40, 30}));
  EXPECT_FALSE(r.assumes("scaled"));
}

TEST(TrackJson, RefusesWhatItDoesNotKnow) {
  const auto refuses = [](const std::string& text, const std::string& why) {
    const std::string message = refusal(text);
    EXPECT_NE(message.find(why), std::string::npos) << text << "\n" << message;
  };
  refuses("{\"overlace_tracks\": 2, \"rows\": []}", "version 2");
  refuses(head + "\"rows\": [[1, 2, 3]]}", "3 values where there are 9 columns");
  refuses(head + "\"rowz\": []}", "rows");
  refuses(head + "\"rows\": [", "not valid JSON");
  refuses(head + "\"rows\": []", "not valid JSON");
  refuses(head + "\"rows\": []} x", "not valid JSON");
  refuses(head + "\"size\": [1, 2, 3], \"rows\": []}", "two positive integers");
  refuses(head + "\"rows\": [[{}]]}", "0 values");
  refuses(head + "\"rows\": [\"x\"]}", "0 values");
  refuses(head + "\"rows\": [[[1], 2, 3, 4, 5, 6, 7, 8, 9]]}", "an array has no place");
  refuses("{\"overlace_tracks\": 1, \"rows\": []}", "columns");
  refuses("{\"overlace_tracks\": 1}", "columns");
  refuses("{\"rows\": [[1]], \"overlace_tracks\": 1}", "must come first");
}

TEST(TrackJson, SaysTheLine) {
  EXPECT_NE(refusal(head + "\n\n\"rows\": [[1]]}").find("tracks.txt:6"), std::string::npos);
}

TEST(TrackJson, OddRowsAreTreatedAsInEveryFormat) {
  const ReadResult r = read_text(head +
                                 "\"rows\": [[0, 7, 10, 20, -30, 40, 1, 1, 0],\n"
                                 "[0, 8, null, 20, 30, 40, 1, 1, 0],\n"
                                 "[0.5, 8, 1, 20, 30, 40, 1, 1, 0],\n"
                                 "[99999999999, 8, 1, 20, 30, 40, 1, 1, 0],\n"
                                 "[0, 9, 1, 20, 30, 40, 1, 1, 0]]}");
  EXPECT_EQ(r.table.row_count(), 1U);
  EXPECT_EQ(r.report.lost.size(), 4U);
  EXPECT_EQ(r.lost("not made of numbers").first_line, 5U);
}

}  // namespace
}  // namespace overlace::test

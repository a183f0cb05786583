// SPDX-License-Identifier: Apache-2.0
// draw_log: which marks are listed when, in a 200 x 100 px picture at 10 frames per second.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Objects that cross a line at x = 100 in frames 1, 2, 3 and 8, each with an id of one digit.
GraphRun log_of(const std::string& params) {
  std::vector<TrackRow> rows;
  TrackId id = 0;
  for (const std::int32_t crosses : {1, 2, 3, 8}) {
    ++id;
    for (std::int32_t f = 0; f < 12; ++f)
      rows.push_back({f, id, {f < crosses ? 80.0F : 110.0F, 40, 10, 10}, 0});
  }
  TrackTable table = make_track_table(rows, {"x"});
  finish_tracks(table, {.frame_rate = {10}});
  return GraphRun(R"(
    "line": {"type": "track_line", "inputs": {"tracks": "tracks"},
             "params": {"points": ["100 100", "100 0"], "margin": 0, "hold": 1}},
    "log": {"type": "draw_log", "inputs": {"tracks": "line"},
            "params": {"plate": "#0000", "size": 8, )" +
                      params + "}}",
                  R"(["log"])", table);
}

std::size_t glyphs(GraphRun& run, std::int32_t frame) {
  run.draw(frame);
  return run.primitives().size();
}

// Every mark writes its id: one glyph.
TEST(DrawLog, ListsTheLastMarksForATime) {
  GraphRun run = log_of(R"("text": "{id}", "rows": 2, "hold": 0.4)");
  const std::size_t expected[] = {0, 1, 2, 2, 2, 2, 1, 0, 1, 1, 1, 1};
  for (std::int32_t f = 0; f < 12; ++f) EXPECT_EQ(glyphs(run, f), expected[f]) << f;
  EXPECT_EQ(glyphs(run, 6), 1U) << "frames stand alone";
}

TEST(DrawLog, WritesWhatHappened) {
  // "1 0.1 in linex" has eleven glyphs; "in" means inwards: from left to right of an upward line.
  GraphRun run = log_of(R"("text": "{id} {time:.1f} {event} {name}{class}", "hold": 0.1)");
  EXPECT_EQ(glyphs(run, 1), std::string("10.1inlinex").size());
}

TEST(DrawLog, NewerMarksStandBelow) {
  GraphRun run = log_of(R"("text": "{id}", "hold": 9, "position": "top_left", "margin": 0)");
  ASSERT_EQ(glyphs(run, 11), 4U);
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_GT(run.primitives()[i].glyph.y, run.primitives()[i - 1].glyph.y);
}

TEST(DrawLog, RefusesUnknownFields) {
  try {
    GraphRun run = log_of(R"("text": "{evnt}")");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.problems().front().hint, "did you mean 'event'?");
  }
}

}  // namespace
}  // namespace overlace::test

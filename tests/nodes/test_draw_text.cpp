// SPDX-License-Identifier: Apache-2.0
// draw_text: text and its position, in a 200 x 100 px picture.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun drawn(const std::string& params, std::int32_t frame = 0) {
  const TrackRow object{.id = 1, .box = {0, 0, 9, 9}};
  GraphRun run(
      R"("text": {"type": "draw_text", "inputs": {"tracks": "tracks"}, "params": )" + params + "}",
      R"(["text"])", tracks_of({{object}, {object, object}}));
  run.draw(frame);
  return run;
}

TEST(DrawText, StandsAtItsPlace) {
  const Box first = plate(drawn(R"({"size": 10, "margin": 4})"));
  EXPECT_EQ(first.x, 4);
  EXPECT_EQ(first.y, 4);
  const Box last = plate(drawn(R"({"size": 10, "margin": 4, "position": "bottom_right"})"));
  EXPECT_EQ(last.x + last.width, 196);
  EXPECT_EQ(last.y + last.height, 96);
  const Box middle = plate(drawn(R"({"size": 10, "margin": 4, "position": "center"})"));
  EXPECT_NEAR(middle.center().x, 100, 0.25);
  EXPECT_NEAR(middle.center().y, 50, 0.25);
}

TEST(DrawText, IsMovedFromItsPlace) {
  const Box moved = plate(drawn(R"({"size": 10, "margin": 4, "offset_x": 30, "offset_y": -2.5})"));
  EXPECT_EQ(moved.x, 34);
  EXPECT_EQ(moved.y, 1.5F);
}

TEST(DrawText, FillsInTheFrame) {
  // A plate and one glyph per character.
  EXPECT_EQ(drawn(R"({"size": 10, "text": "{frame:04d}"})", 1).primitives().size(), 5U);
  EXPECT_EQ(drawn(R"({"size": 10, "text": "{timecode}"})", 1).primitives().size(), 12U);
  const auto count_of = [](std::int32_t frame) {
    return drawn(R"({"size": 10, "text": "{count}"})", frame).primitives().at(1).glyph;
  };
  EXPECT_NE(count_of(0).width, count_of(1).width) << "a 1 and a 2 look different";
}

TEST(DrawText, LinesStack) {
  const Box one = plate(drawn(R"({"size": 10, "text": "a", "plate_padding": 0})"));
  const Box two = plate(drawn(R"({"size": 10, "text": "a\na", "plate_padding": 0})"));
  EXPECT_EQ(two.height, 2 * one.height);
  EXPECT_EQ(two.width, one.width);
}

TEST(DrawText, RefusesFieldsAndMapsOfThings) {
  for (const char* params :
       {R"({"text": "{id}"})", R"({"size": {"map": "score", "from": [0, 1], "to": [6, 10]}})"}) {
    try {
      (void)drawn(params);
      ADD_FAILURE() << params;
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::usage) << params;
    }
  }
}

TEST(DrawText, NeedsNoTracksToWriteOfTheFrame) {
  const auto primitives = [](const std::string& params) {
    GraphRun run(R"("text": {"type": "draw_text", "params": )" + params + "}", R"(["text"])",
                 TrackTable());
    run.draw(12);
    return run.primitives().size();
  };
  // A plate and one glyph per character.
  EXPECT_EQ(primitives(R"({"size": 10})"), 12U);
  EXPECT_EQ(primitives(R"({"size": 10, "text": "{frame}at{time:.1f}s{{count}}"})"), 16U);
}

TEST(DrawText, CountsTracksOnlyWithThem) {
  for (const char* text : {"{count}", "{frame}: {count:02d} seen"}) {
    try {
      const GraphRun run(
          fmt::format(R"("text": {{"type": "draw_text", "params": {{"text": "{}"}}}})", text),
          R"(["text"])", TrackTable());
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      const Diagnostic& problem = error.problems().front();
      EXPECT_EQ(error.code(), ErrorCode::usage);
      EXPECT_EQ(problem.location.pointer, "/nodes/text");
      EXPECT_EQ(problem.message,
                "input 'tracks' is missing; it takes tracks, which {count} in the text needs");
    }
  }
}

}  // namespace
}  // namespace overlace::test

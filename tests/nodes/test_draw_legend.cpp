// SPDX-License-Identifier: Apache-2.0
// draw_legend: the listed names, with their order, colours and counts.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// A car in frame 0; then two people and a car. Classes: person, car.
TrackTable street() {
  const Box box{10, 10, 5, 5};
  TrackTable table = tracks_of({{{.id = 1, .box = box, .class_index = 1}},
                                {{.id = 1, .box = box, .class_index = 1},
                                 {.id = 2, .box = box, .class_index = 0},
                                 {.id = 3, .box = box, .class_index = 0}}});
  table.attributes = {{"team", {1, 1, 0, 2}, {"ab", "abc", "abcd"}}, {"depth", {1, 2, 3, 4}, {}}};
  finish_tracks(table, {.frame_rate = {10}});
  return table;
}

GraphRun legend(const std::string& params) {
  return GraphRun(R"("legend": {"type": "draw_legend", "inputs": {"tracks": "tracks"}, "params": {
                       "size": 12, "swatch_size": 8, "plate": "#0000", "plate_padding": 0, "margin": 0,
                       "position": "top_left", )" +
                      params + "}}",
                  R"(["legend"])", street());
}

/// A line of the legend: the square's colour, and the number of letters after it.
struct Line {
  Color color;
  std::size_t letters = 0;
  float y = 0;
};
std::vector<Line> lines(GraphRun& run, std::int32_t frame) {
  run.draw(frame);
  std::vector<Line> lines;
  for (const Primitive& p : run.primitives())
    if (p.kind == PrimitiveKind::shape)
      lines.push_back({p.fill, 0, p.shape.center.y});
    else
      ++lines.back().letters;
  return lines;
}

TEST(DrawLegend, ListsClassesAsTheyAppearAndStandsStill) {
  GraphRun run =
      legend(R"("counts": false, "color": {"map": "class", "palette": ["#ff0000", "#0000ff"]})");
  for (const std::int32_t frame : {0, 1, 50}) {
    const std::vector<Line> list = lines(run, frame);
    ASSERT_EQ(list.size(), 2U) << frame;
    EXPECT_EQ(list[0].color.b, 1) << "the car came first";
    EXPECT_EQ(list[0].letters, 3U);
    EXPECT_EQ(list[1].color.r, 1);
    EXPECT_EQ(list[1].letters, 6U);
    EXPECT_GT(list[1].y, list[0].y + 8);
  }
}

TEST(DrawLegend, CountsObjectsOfTheFrame) {
  GraphRun run = legend(R"("counts": true)");
  EXPECT_EQ(lines(run, 0)[1].letters, 6U + 1) << "person 0";
  const GlyphGeometry zero = run.primitives().back().glyph;
  EXPECT_EQ(lines(run, 1)[1].letters, 6U + 1) << "person 2";
  EXPECT_NE(run.primitives().back().glyph.offset, zero.offset);
}

TEST(DrawLegend, NamesTextsThatObjectsHave) {
  GraphRun run = legend(R"("counts": false, "by": "team")");
  const std::vector<Line> list = lines(run, 0);
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[0].letters, 3U);
  EXPECT_EQ(list[1].letters, 2U);
  EXPECT_EQ(list[2].letters, 4U);
}

TEST(DrawLegend, RefusesNumbersAndUnknownNames) {
  for (const auto& [by, hint] : {std::pair{"depth", "\"by\" takes class, or a text attribute"},
                                 {"taem", "did you mean 'team'?"}}) {
    try {
      GraphRun run = legend(R"("by": ")" + std::string(by) + '"');
      ADD_FAILURE() << by;
    } catch (const Error& error) {
      EXPECT_EQ(error.problems().front().hint, hint);
    }
  }
}

}  // namespace
}  // namespace overlace::test

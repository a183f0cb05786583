// SPDX-License-Identifier: Apache-2.0
// draw_table: positions of cells, in a 200 x 100 px picture.
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun table(const std::string& params, std::int32_t frame = 0) {
  GraphRun run(R"("table": {"type": "draw_table", "params": {"size": 10, "plate": "#0000",
                   "plate_padding": 0, "margin": 10, "row_gap": 4, "column_width": 50, )" +
                   params + "}}",
               R"(["table"])", TrackTable());
  run.draw(frame);
  return run;
}

std::vector<GlyphGeometry> glyphs(const GraphRun& run) {
  std::vector<GlyphGeometry> all;
  for (const Primitive& p : run.primitives())
    if (p.kind == PrimitiveKind::glyph) all.push_back(p.glyph);
  return all;
}

TEST(DrawTable, TextsAreFlushLeftAndNumbersFlushRight) {
  const auto cells = glyphs(table(R"("rows": ["H | 1 | 22", "HH | 1 | 2"])"));
  ASSERT_EQ(cells.size(), 8U);
  // H 1 22, with HH 1 2 below.
  EXPECT_EQ(cells[0].x, cells[4].x);
  EXPECT_EQ(cells[1].x, cells[6].x);
  EXPECT_EQ(cells[3].x, cells[7].x) << "the last digits";
  EXPECT_NEAR(cells[3].x - cells[1].x, 50, 1) << "the least width of a column";
  EXPECT_GT(cells[4].y, cells[0].y + 10) << "a line and a gap further down";
  EXPECT_EQ(cells[6].y, cells[4].y);
}

TEST(DrawTable, FillsInFieldsAndKeepsItsPlaces) {
  const std::string rows = R"("rows": ["frame | {frame}", "a | b"])";
  const auto early = glyphs(table(rows, 7)), late = glyphs(table(rows, 77));
  ASSERT_EQ(early.size() + 1, late.size());
  EXPECT_EQ(early.back().x, late.back().x);
  EXPECT_EQ(early.front().x, late.front().x);
}

TEST(DrawTable, AHeaderHasALineBelow) {
  const GraphRun run = table(
      R"("rows": ["H | H", "H | H"], "header": true, "rule_width": 2, "header_color": "#f00")");
  ASSERT_EQ(run.primitives().size(), 5U);
  EXPECT_EQ(run.primitives()[0].fill.g, 0);
  const ShapeGeometry& rule = run.primitives()[2].shape;
  EXPECT_FLOAT_EQ(rule.half_size.y, 1);
  EXPECT_GT(rule.center.y, static_cast<float>(run.primitives()[0].glyph.y));
  EXPECT_LT(rule.center.y, static_cast<float>(run.primitives()[3].glyph.y));
  EXPECT_EQ(run.primitives()[3].fill.g, 1);
}

TEST(DrawTable, CountsOnlyWithTracks) {
  EXPECT_THROW((void)table(R"("rows": ["seen | {count}"])"), Error);
}

}  // namespace
}  // namespace overlace::test

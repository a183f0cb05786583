// SPDX-License-Identifier: Apache-2.0
// draw_title: when a caption is shown, and where, at 10 frames per second.
#include <gtest/gtest.h>

#include "graph/analysis/analyse.h"
#include "graph/core/error.h"
#include "graph/document/document.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun title(const std::string& params) {
  return GraphRun(
      R"("title": {"type": "draw_title", "params": {"title": "ab", "size": 20, "margin": 10,
                       "plate_padding": 8, "accent_width": 4, "from": 1, "to": 3, "transition": 0.5, )" +
          params + "}}",
      R"(["title"])", TrackTable());
}

std::size_t primitives(GraphRun& run, std::int32_t frame) {
  run.draw(frame);
  return run.primitives().size();
}

TEST(DrawTitle, IsThereForItsTime) {
  GraphRun run = title(R"("style": "lower_third")");
  for (const std::int32_t frame : {0, 10, 30, 31, 99})
    EXPECT_EQ(primitives(run, frame), 0U) << frame;
  // Plate, bar and two letters.
  for (const std::int32_t frame : {15, 20, 25}) EXPECT_EQ(primitives(run, frame), 4U) << frame;
}

TEST(DrawTitle, GrowsOutOfItsBarAndGoesTheSameWay) {
  GraphRun run = title(R"("style": "lower_third")");
  run.draw(20);
  const ShapeGeometry whole = run.primitives()[0].shape, bar = run.primitives()[1].shape;
  EXPECT_FLOAT_EQ(bar.center.x - bar.half_size.x, 10) << "margin";
  EXPECT_FLOAT_EQ(bar.center.y + bar.half_size.y, 90);
  EXPECT_FLOAT_EQ(bar.half_size.x, 2);
  EXPECT_FLOAT_EQ(whole.center.x - whole.half_size.x, 14);
  float width = 0;
  for (const std::int32_t frame : {11, 12, 13, 14}) {
    run.draw(frame);
    const float now = run.primitives()[0].shape.half_size.x;
    run.draw(40 - frame);
    EXPECT_NEAR(run.primitives()[0].shape.half_size.x, now, 1e-3F) << frame;
    EXPECT_GE(now, width) << frame;
    EXPECT_LE(now, whole.half_size.x) << frame;
    width = now;
  }
}

TEST(DrawTitle, ThePlateFollowsWhenTheBarIsWhole) {
  GraphRun run(R"("title": {"type": "draw_title", "params": {"title": "ab", "accent_width": 4,
                       "from": 0, "to": 9, "transition": 2}})",
               R"(["title"])", TrackTable());
  run.draw(40);
  const float whole = run.primitives()[1].shape.half_size.y;
  int bare = 0, plated = 0;  // frames
  for (std::int32_t frame = 1; frame < 20; ++frame) {
    run.draw(frame);
    const std::vector<Primitive>& parts = run.primitives();  // the plate, the bar, two letters
    ASSERT_EQ(parts.size(), 4U);
    const float plate = parts[0].shape.half_size.x, bar = parts[1].shape.half_size.y;
    if (plate > 0) EXPECT_FLOAT_EQ(bar, whole) << frame;
    (plate > 0 ? plated : bare) += 1;
  }
  EXPECT_GT(bare, 3);
  EXPECT_GT(plated, 3);
}

TEST(DrawTitle, LongLinesAreBrokenToStayInThePicture) {
  for (const std::string style : {"lower_third", "card"}) {
    GraphRun run(R"("title": {"type": "draw_title", "params": {"style": ")" + style +
                     R"(", "title": "one two three four five six seven eight", "size": 14,
                         "subtitle": "nine ten eleven twelve thirteen fourteen", "subtitle_size": 12,
                         "margin": 10, "from": 0, "to": 3}})",
                 R"(["title"])", TrackTable());
    run.draw(15);
    int letters = 0;
    for (const Primitive& p : run.primitives()) {
      if (p.kind != PrimitiveKind::glyph) continue;
      ++letters;
      EXPECT_GE(p.glyph.x, 7) << style;  // the margin is 4 % of 200 px, less a pixel for rounding
      EXPECT_LE(p.glyph.x + p.glyph.width, 193) << style;
    }
    EXPECT_GT(letters, 60) << style;
  }
}

TEST(DrawTitle, RefusesToGoBeforeItComes) {
  EXPECT_THROW(GraphRun(R"("title": {"type": "draw_title", "params": {"from": 9, "to": 7}})",
                        R"(["title"])", TrackTable()),
               Error);
}

TEST(DrawTitle, ASubtitleStandsBelow) {
  GraphRun run = title(R"("subtitle": "{frame}", "subtitle_size": 10)");
  run.draw(20);
  ASSERT_EQ(run.primitives().size(), 6U);
  const GlyphGeometry& letter = run.primitives()[2].glyph;
  const GlyphGeometry& digit = run.primitives()[4].glyph;
  EXPECT_GT(digit.y, letter.y + letter.height - 1);
  EXPECT_NEAR(static_cast<float>(digit.x), static_cast<float>(letter.x), 2) << "flush left";
}

// U+10FFFD is for private use; no font has it.
TEST(DrawTitle, SaysWhatFontsLackOfEitherLine) {
  for (const std::string line : {"title", "subtitle"}) {
    const std::string text =
        R"({"overlace": 1, "nodes": {"it": {"type": "draw_title", "params": {")" + line +
        "\": \"\U0010FFFD\"}}}, \"composite\": [\"it\"]}";
    const Graph graph = build_graph(parse_json(text, "test"), "test", builtin_nodes());
    const ClipTables tables = analyse(graph, {.clip = {{200, 100}, {10, 1}, 100}});
    bool said = false;
    const auto plan = compile(graph, tables, {.log = [&](const std::string& note) {
                                said |= note.find("no installed font has all") != note.npos;
                              }});
    EXPECT_TRUE(said) << line;
  }
}

TEST(DrawTitle, ACardCoversThePicture) {
  GraphRun run = title(R"("style": "card", "plate": "#00ff00")");
  run.draw(20);
  for (const auto& [x, y] : {std::pair{0, 0}, {199, 0}, {0, 99}, {199, 99}})
    EXPECT_EQ(run.picture().at(x, y, 1), 255);
  const GlyphGeometry& a = run.primitives()[2].glyph;
  const GlyphGeometry& b = run.primitives()[3].glyph;
  EXPECT_NEAR(static_cast<float>(a.x + b.x + b.width) / 2, 100, 2);
}

}  // namespace
}  // namespace overlace::test

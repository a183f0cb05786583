// SPDX-License-Identifier: Apache-2.0
// draw_zones: positions of lines and their arrows, in a 200 x 100 px picture.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun drawn(const std::string& points, const std::string& params) {
  GraphRun run(
      R"("line": {"type": "track_line", "inputs": {"tracks": "tracks"}, "params": {"points": )" +
          points + R"(}},
                   "zones": {"type": "draw_zones", "inputs": {"tracks": "line"}, "params": )" +
          params + "}",
      R"(["zones"])", tracks_of({{{.id = 1, .box = {0, 0, 9, 9}}}}));
  run.draw();
  return run;
}

TEST(DrawZones, PaintsTheLineWithItsWidth) {
  const GraphRun run = drawn(R"(["20 50", "180 50"])",
                             R"({"stroke_width": 4, "arrow": 0, "color": "#f00", "opacity": 1})");
  ASSERT_EQ(run.primitives().size(), 1U);
  for (const int x : {30, 100, 170}) {
    EXPECT_EQ(run.picture().at(x, 49, 0), 255) << x;
    EXPECT_EQ(run.picture().at(x, 51, 0), 255) << x;
    EXPECT_EQ(run.picture().at(x, 46, 0), 0) << x;
    EXPECT_EQ(run.picture().at(x, 53, 0), 0) << x;
  }
}

// On a rightward line, inwards is down; the arrow is 20 px long, its head 10 px wide at its base.
TEST(DrawZones, TheArrowPointsInwards) {
  constexpr const char* look = R"({"stroke_width": 2, "arrow": 20, "color": "#fff", "opacity": 1})";
  const GraphRun down = drawn(R"(["20 50", "180 50"])", look);
  const GraphRun up = drawn(R"(["180 50", "20 50"])", look);
  EXPECT_EQ(down.picture().at(100, 63, 0), 255);
  EXPECT_EQ(down.picture().at(100, 72, 0), 0);
  EXPECT_EQ(down.picture().at(96, 62, 0), 255);
  EXPECT_EQ(down.picture().at(100, 40, 0), 0);
  EXPECT_EQ(up.picture().at(100, 37, 0), 255);
  EXPECT_EQ(up.picture().at(100, 60, 0), 0);
}

// The middle of an L with legs of 80 and 40 px is 60 px from its start.
TEST(DrawZones, TheArrowStandsInTheMiddleOfABentLine) {
  const GraphRun run =
      drawn(R"(["20 20", "100 20", "100 60"])", R"({"stroke_width": 2, "arrow": 20})");
  const auto& list = run.primitives();
  ASSERT_EQ(list.size(), 4U);  // two legs, shaft, head
  EXPECT_EQ(list[2].curve.p0.x, 80);
  EXPECT_EQ(list[3].curve.p1, (Vec2{80, 40}));
}

TEST(DrawZones, FollowsASeries) {
  const GraphRun run =
      drawn(R"(["20 50", "180 50"])",
            R"({"arrow": 0, "stroke_width": {"series": "line.total", "from": [0, 1],
                                                              "to": [7, 9]}})");
  EXPECT_EQ(run.primitives().at(0).width, 7);
}

/// A 40 px square zone around (100, 50) that an object enters in frame 2.
GraphRun square(const std::string& params) {
  std::vector<std::vector<TrackRow>> frames(8);
  for (std::size_t f = 0; f < frames.size(); ++f)
    frames[f] = {{.id = 1, .box = {f < 2 ? 10.0F : 95.0F, 45, 10, 10}}};
  return GraphRun(
      R"("zone": {"type": "track_zone", "inputs": {"tracks": "tracks"}, "params": {"name": "hall",
          "corners": ["80 30", "120 30", "120 70", "80 70"], "enter_frames": 1}},
         "zones": {"type": "draw_zones", "inputs": {"tracks": "zone"}, "params": {)" +
          params + "}}",
      R"(["zones"])", tracks_of(frames));
}

TEST(DrawZones, FillsZones) {
  GraphRun run = square(R"("stroke_width": 0, "zone_text": "", "fill": "#f00", "flash": 0)");
  run.draw();
  double ink = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) ink += run.picture().at(x, y, 0) / 255.0;
  EXPECT_NEAR(ink, 40 * 40, 0.01);
}

// The edge is 4 px wide, centred on the sides: 44 x 44 px around 36 x 36, except the outer corners.
TEST(DrawZones, DrawsTheirEdges) {
  GraphRun run = square(R"("stroke_width": 4, "zone_text": "", "fill": "#0000", "color": "#f00",
                           "flash": 0)");
  run.draw();
  double ink = 0;
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) ink += run.picture().at(x, y, 0) / 255.0;
  EXPECT_NEAR(ink, 44 * 44 - 36 * 36 - (16 - 3.14159 * 4), 2);
  EXPECT_EQ(run.picture().at(100, 50, 0), 0);
}

// One glyph per character; {now} is hall.now.
TEST(DrawZones, WritesNamesAndNumbers) {
  GraphRun run = square(R"("stroke_width": 0, "fill": "#0000", "plate": "#0000",
                           "zone_text": "{name}:{now}/{hall.in:02.0f}")");
  run.draw();
  EXPECT_EQ(run.primitives().size(), std::string("hall:0/00").size());
  const GlyphGeometry before = run.primitives()[5].glyph;
  run.draw(3);
  EXPECT_NE(run.primitives()[5].glyph.offset, before.offset) << "0 and 1";
  float left = 200, right = 0;
  for (const Primitive& p : run.primitives()) {
    left = std::min(left, static_cast<float>(p.glyph.x));
    right = std::max(right, static_cast<float>(p.glyph.x + p.glyph.width));
  }
  EXPECT_NEAR((left + right) / 2, 100, 1.5) << "in the middle of the zone";
}

// Doubled braces are written as single ones and do not form a field.
TEST(DrawZones, DoubledBracesAreBraces) {
  GraphRun run = square(R"("stroke_width": 0, "fill": "#0000", "plate": "#0000",
                           "zone_text": "{{now}}{{name}}")");
  run.draw();
  EXPECT_EQ(run.primitives().size(), std::string("{now}{name}").size());
}

// The flash colour in the frame of the mark, back to the usual colour in four steps.
TEST(DrawZones, FlashesWhenSomebodyEnters) {
  GraphRun run = square(R"("stroke_width": 2, "fill": "#0000", "zone_text": "", "color": "#f00",
                           "flash": 4, "flash_color": "#fff")");
  const float expected[] = {0, 0, 1, 0.75F, 0.5F, 0.25F, 0, 0};
  for (std::int32_t f = 0; f < 8; ++f) {
    run.draw(f);
    EXPECT_FLOAT_EQ(run.primitives().at(0).stroke.g, expected[f]) << f;
  }
}

TEST(DrawZones, LinesHaveTexts) {
  const GraphRun run = drawn(R"(["20 50", "180 50"])",
                             R"({"stroke_width": 2, "arrow": 0, "plate": "#0000", "size": 10,
                                 "line_text": "{name} {in}"})");
  ASSERT_EQ(run.primitives().size(), 1 + std::string("line0").size());
  EXPECT_LT(run.primitives().back().glyph.y, 50) << "on the side that the arrow does not point to";
}

// Draws only the line, of a line and a zone that fills the picture.
TEST(DrawZones, ChosenShapes) {
  const auto run_of = [](const std::string& shapes) {
    GraphRun run(
        R"("line": {"type": "track_line", "inputs": {"tracks": "tracks"}},
           "zone": {"type": "track_zone", "inputs": {"tracks": "line"}},
           "zones": {"type": "draw_zones", "inputs": {"tracks": "zone"},
                     "params": {"zone_text": "", "arrow": 0, "shapes": )" +
            shapes + "}}",
        R"(["zones"])", tracks_of({{{.id = 1, .box = {0, 0, 9, 9}}}}));
    run.draw();
    return run.primitives().size();
  };
  EXPECT_EQ(run_of(R"(["line"])"), 1U);
  EXPECT_EQ(run_of(R"(["line", "zone"])"), run_of("[]"));
  try {
    static_cast<void>(run_of(R"(["lime"])"));
    ADD_FAILURE() << "drawn";
  } catch (const Error& error) {
    EXPECT_NE(error.problems().front().hint.find("line"), std::string::npos);
  }
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// draw_link_labels: where labels stand, and what they may write.
#include <gtest/gtest.h>

#include <vector>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun labels(const std::string& params, Vec2 from, Vec2 to) {
  const std::vector<TrackRow> rows = {{.box = {from.x - 5, from.y - 5, 10, 10}},
                                      {.box = {to.x - 5, to.y - 5, 10, 10}}};
  return {R"("links": {"type": "link_chain", "inputs": {"points": "tracks"}},
             "curves": {"type": "curve_bezier", "inputs": {"links": "links"},
                        "params": {"style": "straight"}},
             "labels": {"type": "draw_link_labels", "inputs": {"curves": "curves"}, "params": )" +
              params + "}",
          R"(["labels"])", tracks_of({rows})};
}

/// The plate of the only label.
Box plate(const std::string& params, Vec2 from, Vec2 to) {
  GraphRun run = labels(params, from, to);
  run.draw();
  for (const Primitive& p : run.primitives())
    if (p.kind == PrimitiveKind::shape)
      return {p.shape.center.x - p.shape.half_size.x, p.shape.center.y - p.shape.half_size.y,
              2 * p.shape.half_size.x, 2 * p.shape.half_size.y};
  return {};
}

TEST(DrawLinkLabels, StandOnTheLine) {
  const Box middle = plate(R"({"size": 8})", {40, 50}, {160, 50});
  EXPECT_NEAR(middle.center().x, 100, 0.25);
  EXPECT_NEAR(middle.center().y, 50, 0.25);
  const Box near = plate(R"({"size": 8, "at": 0.25})", {40, 50}, {160, 50});
  EXPECT_NEAR(near.center().x, 70, 0.25);
}

TEST(DrawLinkLabels, StandBesideIt) {
  const Box above = plate(R"({"size": 8, "offset": 20})", {40, 50}, {160, 50});
  EXPECT_NEAR(above.center().y, 30, 0.25);  // left of the way to the right is up
}

TEST(DrawLinkLabels, StayInThePicture) {
  EXPECT_GE(plate(R"({"size": 8, "offset": 60})", {40, 50}, {160, 50}).y, 0);
}

TEST(DrawLinkLabels, WriteWhatLinksHave) {
  const auto glyphs = [](const std::string& text) {
    GraphRun run = labels(R"({"plate": "#0000", "text": ")" + text + "\"}", {40, 50}, {160, 50});
    run.draw();
    return run.primitives().size();
  };
  EXPECT_EQ(glyphs("{length:.0f}"), 3U);    // 120
  EXPECT_EQ(glyphs("{strength:.1f}"), 3U);  // 1.0
  EXPECT_EQ(glyphs("{id}"), 1U);            // of the end that it begins at
  EXPECT_THROW(glyphs("{lenght}"), Error);
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// draw_link_labels: positions of labels, and their texts.
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
  EXPECT_NEAR(above.center().y, 30, 0.25);  // the left side of a rightward path is up
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
  EXPECT_EQ(glyphs("{id}"), 1U);            // of the end where the link starts
  EXPECT_THROW(glyphs("{lenght}"), Error);
}

/// Two objects from frame 0 on, and a third that appears near one of them in frame 4.
std::vector<std::vector<TrackRow>> meeting() {
  std::vector<std::vector<TrackRow>> frames;
  for (std::int32_t f = 0; f < 10; ++f) {
    frames.push_back({{.id = 1, .box = {20, 40, 20, 20}}, {.id = 2, .box = {60, 40, 20, 20}}});
    if (f >= 4) frames.back().push_back({.id = 3, .box = {100, 40, 20, 20}});
  }
  return frames;
}

// Links without fades and hysteresis also have ages, wherever they are read.
TEST(DrawLinkLabels, LinksKnowTheirAge) {
  for (const char* links : {R"({"type": "link_knn", "inputs": {"points": "tracks"},
                                "params": {"k": 1, "max_distance": 50}})",
                            R"({"type": "link_chain", "inputs": {"points": "tracks"}})"}) {
    GraphRun run(std::string(R"("links": )") + links + R"(,
        "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
        "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
                  "params": {"opacity": {"map": "link_age", "from": [0, 10], "to": [0.1, 0.6]}}})",
                 R"(["lines"])", tracks_of(meeting()));
    for (const std::int32_t frame : {7, 3, 9}) {
      run.draw(frame);
      ASSERT_EQ(run.primitives().size(), frame < 4 ? 1U : 2U) << links;
      EXPECT_NEAR(run.primitives()[0].stroke.a, 0.1 + 0.05 * frame, 1e-5);
      if (frame >= 4) EXPECT_NEAR(run.primitives()[1].stroke.a, 0.1 + 0.05 * (frame - 4), 1e-5);
    }
  }
}

TEST(DrawLinkLabels, WritesTheAge) {
  for (const std::string before : {"", "link_age:"}) {
    GraphRun run(R"("links": {"type": "link_chain", "inputs": {"points": "tracks"}},
        "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
        "labels": {"type": "draw_link_labels", "inputs": {"curves": "curves"},
                   "params": {"plate": "#0000", "text": ")" +
                     before + R"({link_age}"}})",
                 R"(["labels"])", tracks_of(meeting()));
    const auto digit = [&](std::int32_t frame, std::size_t link) {
      run.draw(frame);
      return run.primitives().at(link * (before.size() + 1) + before.size()).glyph.offset;
    };
    EXPECT_NE(digit(3, 0), digit(0, 0)) << before;
    EXPECT_EQ(digit(7, 1), digit(3, 0)) << "the later link is as old as the first one was";
  }
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// Expressions as parameter values: of objects, of frames, and in maps.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Three objects in frames 0 to 4, in a 200 x 100 px picture at 10 frames per second. The second
/// one has a score; all move right by 2 px per frame.
TrackTable walkers() {
  std::vector<std::vector<TrackRow>> frames(5);
  for (int f = 0; f < 5; ++f)
    for (int i = 0; i < 3; ++i) {
      TrackRow row{.box = {20.0F + 50.0F * static_cast<float>(i) + 2.0F * static_cast<float>(f), 40,
                           20, 10}};
      if (i == 1) row.score = 0.75F;
      frames[static_cast<std::size_t>(f)].push_back(row);
    }
  return tracks_of(frames);
}

GraphRun dots(const std::string& params) {
  return GraphRun(R"("it": {"type": "draw_points", "inputs": {"tracks": "tracks"}, "params": {)" +
                      params + "}}",
                  R"(["it"])", walkers());
}

float diameter(GraphRun& run, std::int32_t frame, std::size_t index) {
  run.draw(frame);
  return 2 * run.primitives().at(index).shape.half_size.x;
}

TEST(Expressions, OfObjects) {
  GraphRun run = dots(R"("size": {"expr": "10 + 5 * index + frame / 2"})");
  for (std::int32_t f = 0; f < 5; ++f)
    for (std::size_t i = 0; i < 3; ++i)
      EXPECT_EQ(diameter(run, f, i), 10 + 5 * static_cast<float>(i) + static_cast<float>(f) / 2);
  // 20 px/s; the centre of the second box in frame 0 is at x = 80.
  GraphRun fast = dots(R"("size": {"expr": "speed"})");
  EXPECT_FLOAT_EQ(diameter(fast, 2, 0), 20);
  GraphRun place = dots(R"("size": {"expr": "x / frame_width * frame_height"})");
  EXPECT_FLOAT_EQ(diameter(place, 0, 1), 40);
  GraphRun later = dots(R"("size": {"expr": "10 + time * 100"})");
  EXPECT_FLOAT_EQ(diameter(later, 3, 2), 40);
}

TEST(Expressions, OfPresence) {
  GraphRun run = dots(R"("enter": 3, "ease": "linear", "size": {"expr": "40 * presence"})");
  EXPECT_FLOAT_EQ(diameter(run, 1, 0), 20);
  EXPECT_FLOAT_EQ(diameter(run, 3, 0), 40);
}

TEST(Expressions, WhatIsMissingAndWhatIsTooMuch) {
  GraphRun run = dots(R"("size": {"expr": "score * 40", "missing": 7})");
  EXPECT_EQ(diameter(run, 0, 0), 7);
  EXPECT_EQ(diameter(run, 0, 1), 30);
  GraphRun faint = dots(R"("opacity": {"expr": "index * 0.7 - 0.2"}, "color": "#fff")");
  faint.draw();
  ASSERT_EQ(faint.primitives().size(), 2U) << "an opacity of -0.2 is 0";
  EXPECT_FLOAT_EQ(faint.primitives()[0].fill.a, 0.5F);
  EXPECT_EQ(faint.primitives()[1].fill.a, 1) << "1.2 is 1";
}

TEST(Expressions, UnderMaps) {
  GraphRun ramp =
      dots(R"("color": {"map": {"expr": "x / frame_width"}, "ramp": [[0, "#000"], [1, "#f00"]]})");
  ramp.draw();
  EXPECT_FLOAT_EQ(ramp.primitives()[1].fill.r, 0.4F);
  GraphRun palette =
      dots(R"("color": {"map": {"expr": "frame + index"}, "palette": ["#f00", "#0f0"]})");
  palette.draw(1);
  EXPECT_EQ(palette.primitives()[0].fill.g, 1);
  EXPECT_EQ(palette.primitives()[1].fill.g, 0);
  GraphRun stops =
      dots(R"("size": {"map": {"expr": "index * 2"}, "from": [0, 4], "to": [10, 20]})");
  EXPECT_FLOAT_EQ(diameter(stops, 0, 1), 15);
}

// Parameters of the frame need only series and the frame; every frame has its own value.
TEST(Expressions, OfFrames) {
  const std::string line = R"(
    "line": {"type": "track_line", "inputs": {"tracks": "tracks"},
             "params": {"points": ["81 100", "81 0"], "margin": 0, "hold": 1}},)";
  GraphRun run(line + R"("it": {"type": "draw_zones", "inputs": {"tracks": "line"}, "params":
                        {"arrow": 0, "stroke_width": {"expr": "2 + 3 * line.in + 10 * time"},
                         "color": {"map": {"expr": "line.in"}, "palette": ["#f00", "#0f0"]}}})",
               R"(["it"])", walkers());
  run.draw(0);  // none yet: the second object crosses from x = 80 to x = 82
  EXPECT_FLOAT_EQ(run.primitives()[0].width, 2);
  EXPECT_EQ(run.primitives()[0].stroke.r, 1);
  run.draw(1);
  EXPECT_FLOAT_EQ(run.primitives()[0].width, 6);
  EXPECT_EQ(run.primitives()[0].stroke.g, 1);
  GraphRun fill(R"("it": {"type": "draw_fill", "params": {"color":
                   {"map": {"expr": "frame % 2"}, "palette": ["#f00", "#0f0"]}}})",
                R"(["it"])", walkers());
  fill.draw(3);
  EXPECT_EQ(fill.primitives()[0].fill.g, 1);
}

std::string refusal(const std::string& nodes) {
  try {
    GraphRun run(nodes, R"(["it"])", walkers());
  } catch (const Error& error) {
    return error.problems().front().text() + " " + error.problems().front().hint;
  }
  return {};
}

std::string of_dots(const std::string& params) {
  return R"("it": {"type": "draw_points", "inputs": {"tracks": "tracks"}, "params": {)" + params +
         "}}";
}

TEST(Expressions, AreRefusedBeforeTheFirstFrame) {
  const std::pair<std::string, const char*> cases[] = {
      {of_dots(R"("size": {"expr": "sped / 2"})"),
       "unknown name 'sped' in an expression; did you mean 'speed'?"},
      {of_dots(R"("size": {"expr": "door.in"})"), "unknown series 'door.in'"},
      {of_dots(R"("size": {"expr": "length"})"), "'length' belongs to a link"},
      {of_dots(R"("size": {"expr": "1 +"})"), "/nodes/it/params/size/expr"},
      {of_dots(R"("size": {"expr": 3})"), "expected an expression"},
      {of_dots(R"("size": {"expr": "1", "to": 3})"), "to"},
      {of_dots(R"("color": {"expr": "1"})"), "an expression is a number, not a colour"},
      {of_dots(R"("enter": {"expr": "1"})"), "expected an integer"},
      {R"("it": {"type": "draw_text", "params": {"size": {"expr": "speed"}}})",
       "'speed' belongs to an object, and there is none here"},
  };
  for (const auto& [nodes, expected] : cases)
    EXPECT_NE(refusal(nodes).find(expected), std::string::npos) << nodes << "\n" << refusal(nodes);
}

}  // namespace
}  // namespace overlace::test

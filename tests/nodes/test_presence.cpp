// SPDX-License-Identifier: Apache-2.0
// Presence: how far objects have appeared in each frame, for all nodes that draw them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// An object in frames 0 to 9 around (100, 50), and another one, without an id, to its left.
TrackTable visitors() {
  std::vector<TrackRow> rows;
  for (int f = 0; f < 10; ++f) {
    rows.push_back({f, 7, {60, 40, 80, 20}});
    rows.push_back({f, no_id, {5, 40, 20, 20}});
  }
  TrackTable table = make_track_table(rows, {});
  finish_tracks(table, {.frame_rate = {10}});
  return table;
}

GraphRun run(const std::string& type, const std::string& params) {
  return GraphRun(fmt::format(R"("it": {{"type": "{}", "inputs": {{"tracks": "tracks"}},
                                         "params": {{{}}}}})",
                              type, params),
                  R"(["it"])", visitors());
}

const Primitive& primitive(GraphRun& run, std::int32_t frame, std::size_t index = 0) {
  run.draw(frame);
  return run.primitives().at(index);
}

constexpr const char* dot =
    R"("size": 20, "color": "#fff", "enter": 4, "leave": 3, "ease": "linear")";

// Appearing takes four frames, a fifth of the way each; vanishing takes three.
TEST(Presence, FadesInAndOut) {
  GraphRun dots = run("draw_points", dot);
  const float expected[] = {0.2F, 0.4F, 0.6F, 0.8F, 1, 1, 1, 0.75F, 0.5F, 0.25F};
  for (std::int32_t f = 0; f < 10; ++f) {
    EXPECT_FLOAT_EQ(primitive(dots, f).fill.a, expected[f]) << f;
    EXPECT_EQ(primitive(dots, f).shape.half_size, (Vec2{10, 10})) << "size stays";
    EXPECT_EQ(primitive(dots, f, 1).fill.a, 1) << "without an id there is no coming and going";
  }
}

/// A dot's presence in each of its frames, which are only some of the clip's.
std::vector<float> lifetime(int frames) {
  std::vector<TrackRow> rows = {{20, 8, {0, 0, 9, 9}}};
  for (int f = 0; f < frames; ++f) rows.push_back({f, 7, {60, 40, 80, 20}});
  TrackTable table = make_track_table(rows, {});
  finish_tracks(table, {.frame_rate = {10}});
  GraphRun dots(fmt::format(R"("it": {{"type": "draw_points", "inputs": {{"tracks": "tracks"}},
                                       "params": {{{}}}}})",
                            dot),
                R"(["it"])", table);
  std::vector<float> seen;
  for (int f = 0; f < frames; ++f) seen.push_back(primitive(dots, f).fill.a);
  return seen;
}

// An object with fewer frames than appearing and vanishing take does both faster.
TEST(Presence, AShortLifeIsWholeInItsMiddle) {
  EXPECT_EQ(lifetime(1), (std::vector{1.0F}));
  EXPECT_EQ(lifetime(3), (std::vector{0.5F, 1.0F, 0.5F}));
  for (int frames = 1; frames < 20; ++frames) {
    const std::vector<float> seen = lifetime(frames);
    const auto whole = std::ranges::find(seen, 1.0F);
    ASSERT_NE(whole, seen.end()) << frames;
    EXPECT_TRUE(std::is_sorted(seen.begin(), whole + 1)) << frames;
    EXPECT_TRUE(std::is_sorted(whole, seen.end(), std::greater())) << frames;
    EXPECT_GE(std::ranges::min(seen), 0.2F) << frames;
  }
}

// In a single frame, nobody knows when objects came: they and their links are fully present.
TEST(Presence, InAStillAllIsThere) {
  const std::vector<TrackRow> two{{.id = 1, .box = {20, 40, 20, 20}},
                                  {.id = 2, .box = {150, 40, 20, 20}}};
  for (const std::size_t frames : {1U, 20U}) {
    GraphRun scene(R"("links": {"type": "link_knn", "inputs": {"points": "tracks"},
                                "params": {"max_distance": 0, "fade_in": 4}},
        "curves": {"type": "curve_bezier", "inputs": {"links": "links"}},
        "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
                  "params": {"opacity": {"expr": "presence"}, "enter": 4, "leave": 4}},
        "dots": {"type": "draw_points", "inputs": {"tracks": "tracks"},
                 "params": {"color": "#fff", "enter": 4, "leave": 4}})",
                   R"(["lines", "dots"])", tracks_of(std::vector(frames, two)));
    scene.draw();
    ASSERT_EQ(scene.primitives().size(), 3U);
    for (const Primitive& each : scene.primitives())
      EXPECT_EQ((each.kind == PrimitiveKind::curve ? each.stroke.a : each.fill.a) == 1,
                frames == 1);
  }
}

// t^2, 1 - (1 - t)^2 and smoothstep at t = 2/5.
TEST(Presence, Eases) {
  for (const auto& [ease, at] :
       {std::pair("linear", 0.4F), {"in", 0.16F}, {"out", 0.64F}, {"in_out", 0.352F}}) {
    GraphRun dots =
        run("draw_points", fmt::format(R"("color": "#fff", "enter": 4, "ease": "{}")", ease));
    EXPECT_FLOAT_EQ(primitive(dots, 1).fill.a, at) << ease;
  }
}

// "back" goes to 1.08 at 3/5 of the way: 1 + 2.5 (-0.4)^3 + 1.5 (-0.4)^2.
TEST(Presence, GrowsAndPops) {
  for (const auto& [motion, at] : {std::pair("grow", 0.6F), {"pop", 1.08F}}) {
    const std::string entry =
        fmt::format(R"("enter": 4, "ease": "linear", "motion": "{}")", motion);
    GraphRun dots = run("draw_points", R"("size": 20, )" + entry);
    EXPECT_FLOAT_EQ(primitive(dots, 2).shape.half_size.x, 10 * at);
    GraphRun boxes = run("draw_boxes", R"("padding": 5, )" + entry);
    EXPECT_FLOAT_EQ(primitive(boxes, 2).shape.half_size.x, 45 * at);
    EXPECT_FLOAT_EQ(primitive(boxes, 2).shape.half_size.y, 15 * at);
    EXPECT_EQ(primitive(boxes, 2).shape.center, (Vec2{100, 50}));
    EXPECT_EQ(primitive(boxes, 4).shape.half_size, (Vec2{45, 15})) << "there at last";
    GraphRun icons =
        run("draw_image", R"("path": "icon", "fit": "stretch", "margin": 0, )" + entry);
    // 8 texels over 80 px; the middle of the box sees the middle of the texture.
    const auto& m = primitive(icons, 2).image.to_texture;
    EXPECT_FLOAT_EQ(m[0], 0.1F / at);
    EXPECT_NEAR(m[0] * 100 + m[2], 4, 1e-5);
    EXPECT_NEAR(m[4] * 50 + m[5], 2, 1e-5);
  }
}

double ink(const Picture& picture) {
  double sum = 0;
  for (int y = 0; y < picture.size.height; ++y)
    for (int x = 0; x < picture.size.width; ++x) sum += picture.at(x, y, 0) / 255.0;
  return sum;
}

// The outline of 80 x 20 px is 200 px long; it is drawn clockwise from the middle of the top side,
// with round ends, which together form a disc.
TEST(Presence, DrawsOutlinesFromTheirStart) {
  GraphRun boxes = run("draw_boxes", R"("stroke_width": 4, "corner_radius": 0, "color": "#f00",
                                        "enter": 4, "ease": "linear", "motion": "draw")");
  const double unidentified = 80 * 4;  // the 20 x 20 px box that is always present
  constexpr double disc = 3.14159265 * 4, corner = 4 - 3.14159265;  // outer corners are round
  for (int step = 1; step < 5; ++step) {
    boxes.draw(step - 1);
    const double part = step / 5.0;
    const int corners = step == 1 ? 0 : step == 2 || step == 3 ? 2 : 4;
    EXPECT_NEAR((ink(boxes.picture()) - unidentified) / part,
                200 * part * 4 + disc - corners * corner, 4)
        << step;
  }
  boxes.draw(0);  // 40 px: only the right half of the top
  EXPECT_GT(boxes.picture().at(130, 40, 0), 0);
  EXPECT_EQ(boxes.picture().at(70, 40, 0), 0);
  EXPECT_EQ(boxes.picture().at(100, 60, 0), 0);
  boxes.draw(4);
  EXPECT_NEAR(ink(boxes.picture()) - unidentified, 200 * 4, 4);
}

// Dashes of 10 px in every 20 become 5 px long halfway.
TEST(Presence, DrawsDashesOneByOne) {
  const std::vector<std::vector<TrackRow>> still(
      10, {{.box = {0, 40, 20, 20}}, {.box = {180, 40, 20, 20}}});
  const std::string nodes = R"(
    "links": {"type": "link_knn", "inputs": {"points": "tracks"}, "params": {"k": 1, "max_distance": 0}},
    "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"bend": 0}},
    "it": {"type": "draw_lines", "inputs": {"curves": "curves"},
           "params": {"width": 4, "cap": "butt", "color": "#f00", "enter": 3, "ease": "linear",
                      "motion": "draw")";
  GraphRun dashed(nodes + R"(, "dash_length": 10, "dash_gap": 10}})", R"(["it"])",
                  tracks_of(still));
  GraphRun solid(nodes + "}}", R"(["it"])", tracks_of(still));
  dashed.draw(1);
  EXPECT_NEAR(ink(dashed.picture()) / 0.5, 180 * 4 * 0.25, 3);
  solid.draw(1);
  EXPECT_NEAR(ink(solid.picture()) / 0.5, 90 * 4, 3);
  EXPECT_GT(solid.picture().at(95, 50, 0), 0);
  EXPECT_EQ(solid.picture().at(105, 50, 0), 0);
}

// A trail vanishes with its object instead of staying behind.
TEST(Presence, TrailsLeaveWithTheirObject) {
  std::vector<TrackRow> rows;
  for (int f = 0; f < 10; ++f) rows.push_back({f, 1, {10.0F * static_cast<float>(f), 40, 20, 20}});
  rows.push_back({20, 2, {0, 0, 5, 5}});
  TrackTable table = make_track_table(rows, {});
  finish_tracks(table, {.frame_rate = {10}});
  const auto trail = [&](const char* leave) {
    return GraphRun(fmt::format(R"("it": {{"type": "draw_trails", "inputs": {{"tracks": "tracks"}},
        "params": {{"frames": 25, "opacity": 1, "leave": {}, "ease": "linear"}}}})",
                                leave),
                    R"(["it"])", table);
  };
  GraphRun stays = trail("0"), goes = trail("4");
  EXPECT_FLOAT_EQ(primitive(goes, 5).stroke.a, 1);
  EXPECT_FLOAT_EQ(primitive(goes, 9).stroke.a, 0.2F);
  EXPECT_FLOAT_EQ(primitive(stays, 10).stroke.a, 1 - 1 / 25.0F);
  EXPECT_FLOAT_EQ(primitive(goes, 10).stroke.a, 0);
}

// Letters of half the height take half the room, and labels can read their presence.
TEST(Presence, LabelsGrow) {
  GraphRun labels = run("draw_labels", R"("text": "{presence:.1f}", "size": 20, "enter": 3,
       "motion": "grow", "ease": "linear", "plate": "#fff", "plate_padding": 0, "keep_inside": false)");
  const float half = primitive(labels, 1).shape.half_size.y;
  EXPECT_NEAR(half / primitive(labels, 4).shape.half_size.y, 0.5, 0.05);
  EXPECT_FLOAT_EQ(primitive(labels, 1).fill.a, 0.5F);
}

TEST(Presence, IsAnAttribute) {
  GraphRun dots = run("draw_points", R"("enter": 4, "ease": "linear", "color": "#fff",
      "size": {"map": "presence", "from": [0, 1], "to": [0, 50]})");
  EXPECT_FLOAT_EQ(primitive(dots, 1).shape.half_size.x, 10);
  EXPECT_FLOAT_EQ(primitive(dots, 1, 1).shape.half_size.x, 25);
}

TEST(Presence, APictureOfTheFrameHasNone) {
  try {
    GraphRun logo(R"("it": {"type": "draw_image", "params": {"path": "icon", "enter": 5}})",
                  R"(["it"])", visitors());
    FAIL();
  } catch (const Error& error) {
    EXPECT_NE(error.problems().front().message.find("\"enter\" and \"leave\""), std::string::npos)
        << error.problems().front().message;
  }
}

}  // namespace
}  // namespace overlace::test

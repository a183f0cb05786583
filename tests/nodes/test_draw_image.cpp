// SPDX-License-Identifier: Apache-2.0
// draw_image: an 8 x 4 px picture (see texture_of) in a 200 x 100 px frame.
#include <gtest/gtest.h>

#include <array>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

GraphRun logo(const std::string& params) {
  GraphRun run(R"("logo": {"type": "draw_image", "params": )" + params + "}", R"(["logo"])",
               tracks_of({{{.box = {40, 40, 40, 20}}}}));
  run.draw();
  return run;
}
GraphRun icon(const std::string& params, float degrees = 0) {
  TrackTable table = tracks_of({{{.box = {40, 40, 40, 20}}, {.box = {120, 60, 16, 16}}}});
  if (degrees != 0) table.rotation = {degrees, 0};
  GraphRun run(
      R"("icon": {"type": "draw_image", "inputs": {"tracks": "tracks"}, "params": )" + params + "}",
      R"(["icon"])", std::move(table));
  run.draw();
  return run;
}
constexpr int red = 0, green = 1;

/// Expects the picture of `texture_of` with its corner at x, y, and nothing around it.
void expect_copy(const GraphRun& run, int x, int y) {
  for (int j = 0; j < 4; ++j)
    for (int i = 0; i < 8; ++i) {
      const int value = j < 3 ? 255 : 128;
      EXPECT_EQ(run.picture().at(x + i, y + j, red), i < 4 ? value : 0) << i << ", " << j;
      EXPECT_EQ(run.picture().at(x + i, y + j, green), i < 4 ? 0 : value) << i << ", " << j;
    }
  for (int i = -1; i <= 8; ++i)
    for (const int j : {-1, 4})
      EXPECT_EQ(run.picture().at(x + i, y + j, red) + run.picture().at(x + i, y + j, green), 0);
}

TEST(DrawImage, ALogoKeepsItsPixels) {
  expect_copy(logo(R"({"path": "icon", "margin": 10})"), 182, 10);
  expect_copy(logo(R"({"path": "icon", "margin": "10%", "position": "bottom_left"})"), 10, 86);
  expect_copy(logo(R"({"path": "icon", "margin": 10.4, "position": "left"})"), 10, 48);
  expect_copy(logo(R"({"path": "icon", "position": "center"})"), 96, 48);
}

TEST(DrawImage, ALogoHasItsSizeAndOpacity) {
  const GraphRun run =
      logo(R"({"path": "icon", "size": 40, "margin": 10, "position": "top_left", "opacity": 0.5})");
  EXPECT_EQ(run.picture().at(20, 20, red), 128) << "half of it";
  EXPECT_EQ(run.picture().at(80, 20, green), 128);
  EXPECT_EQ(run.picture().at(10, 10, red), 128) << "to its edge";
  EXPECT_EQ(run.picture().at(9, 10, red) + run.picture().at(10, 9, red), 0);
  EXPECT_EQ(run.picture().at(89, 10, green), 128);
  EXPECT_EQ(run.picture().at(90, 10, green), 0);
  EXPECT_EQ(run.picture().at(20, 48, red), 64) << "the transparent row";
}

TEST(DrawImage, AnIconStandsAtEachBox) {
  const GraphRun above = icon(R"({"path": "icon", "position": "top", "margin": 2})");
  expect_copy(above, 56, 34);
  expect_copy(above, 124, 54);
  expect_copy(icon(R"({"path": "icon", "position": "right", "margin": 3})"), 83, 48);
  expect_copy(icon(R"({"path": "icon", "position": "bottom_left", "margin": 1})"), 40, 61);
  expect_copy(icon(R"({"path": "icon", "position": "bottom_right", "margin": 1, "inside": true})"),
              71, 55);
}

TEST(DrawImage, AnIconFitsTheBox) {
  const GraphRun whole = icon(R"({"path": "icon", "fit": "box", "margin": 0})");
  EXPECT_EQ(whole.picture().at(41, 41, red), 255) << "twice as wide as high, as the box is";
  EXPECT_EQ(whole.picture().at(78, 41, green), 255);
  EXPECT_EQ(whole.picture().at(39, 50, red) + whole.picture().at(80, 50, green), 0);
  EXPECT_EQ(whole.picture().at(121, 61, red), 255) << "the square box: 16 x 8, at its top";
  EXPECT_EQ(whole.picture().at(121, 70, red), 0);
  const GraphRun stretched = icon(R"({"path": "icon", "fit": "stretch", "margin": 2})");
  EXPECT_EQ(stretched.picture().at(122, 62, red), 255);
  EXPECT_NEAR(stretched.picture().at(122, 73, red), 128, 8) << "down to the other end";
  EXPECT_EQ(stretched.picture().at(122, 74, red), 0);
}

/// A quarter turn clockwise about the box's centre (60, 50): the left side moves to the top.
TEST(DrawImage, AnIconTurnsWithItsBox) {
  const GraphRun run = icon(R"({"path": "icon", "fit": "stretch", "margin": 0})", 90);
  EXPECT_EQ(run.picture().at(65, 32, red), 255);
  EXPECT_EQ(run.picture().at(65, 68, green), 255);
  EXPECT_EQ(run.picture().at(42, 50, red) + run.picture().at(78, 50, green), 0);
  EXPECT_EQ(run.picture().at(121, 62, red), 255) << "the other box is upright";
}

TEST(DrawImage, ItsLookCanBeMapped) {
  const GraphRun run = icon(
      R"({"path": "icon", "position": "top_left", "margin": 0, "inside": true,
          "opacity": {"map": "id", "from": [0, 1], "to": [1, 0]}})");
  EXPECT_EQ(run.picture().at(41, 41, red), 255);
  EXPECT_EQ(run.picture().at(121, 61, red), 0);
}

/// Columns 2 to 6 and rows 1 to 3 of the picture: two red and two green columns, all opaque.
TEST(DrawImage, APartOfThePictureIsTaken) {
  const auto is_part = [](const GraphRun& run) {
    for (int y = -1; y <= 2; ++y)
      for (int x = -1; x <= 4; ++x) {
        const bool inside = x >= 0 && x < 4 && y >= 0 && y < 2;
        EXPECT_EQ(run.picture().at(20 + x, 10 + y, red), inside && x < 2 ? 255 : 0) << x << y;
        EXPECT_EQ(run.picture().at(20 + x, 10 + y, green), inside && x >= 2 ? 255 : 0) << x << y;
      }
  };
  is_part(logo(R"({"path": "icon", "source": ["2 1", "6 3"], "position": "top_left", "margin": 10,
                   "corners": ["20 10", "24 10", "24 12", "20 12"]})"));
  const std::string at_left = R"("position": "top_left", "inside": true, "margin": 0)";
  const GraphRun pixels = icon(R"({"path": "icon", "source": ["2 1", "6 3"], )" + at_left + "}");
  const GraphRun shares =
      icon(R"({"path": "icon", "source": ["75% 75%", "25% 25%"], )" + at_left + "}");
  EXPECT_EQ(pixels.picture().rgb, shares.picture().rgb) << "in whole pixels, corners either way";
  EXPECT_EQ(pixels.picture().at(41, 41, red), 255);
  EXPECT_EQ(pixels.picture().at(42, 41, green), 255);
  EXPECT_EQ(pixels.picture().at(44, 41, green), 0);
  EXPECT_EQ(pixels.picture().at(41, 42, red), 0);
}

/// Pixels beside a part never bleed into it, however small it is shown.
TEST(DrawImage, APartIsCleanToItsEdge) {
  const GraphRun run = logo(R"({"path": "icon", "source": ["0 0", "50% 75%"], "size": 1.5,
                                "position": "top_left", "margin": 10})");
  for (int y = 0; y < 100; ++y)
    for (int x = 0; x < 200; ++x) ASSERT_EQ(run.picture().at(x, y, green), 0);
  EXPECT_EQ(run.picture().at(10, 10, red), 255);
}

/// A trapezium: its upper side is 40 px wide; its lower side is 80 px, as if half as far away.
TEST(DrawImage, ItsCornersGoWhereTheyAreTold) {
  const GraphRun run = logo(
      R"({"path": "icon", "corners": ["40% 20%", "60% 20%", "70% 80%", "30% 80%"], "opacity": 0.5})");
  const Picture& picture = run.picture();
  EXPECT_EQ(picture.at(90, 40, red), 128);
  EXPECT_EQ(picture.at(110, 40, green), 128);
  EXPECT_EQ(picture.at(78, 21, red), 0) << "left of the upper side";
  EXPECT_EQ(picture.at(81, 21, red), 128);
  EXPECT_EQ(picture.at(62, 78, red), 64) << "the lower row lets half of it through";
  EXPECT_EQ(picture.at(58, 78, red), 0);
  // A camera sees the point v of the way down the picture at y = 120 / (2 - v) - 40. The lowest row
  // begins at v = 3/4, y = 56; row centres are at y = 47 and 67, with a slope between them.
  EXPECT_EQ(picture.at(80, 45, red), 128);
  EXPECT_NEAR(picture.at(80, 55, red), 96, 3);
  EXPECT_EQ(picture.at(80, 68, red), 64);
}

/// One corner moves 3 px per frame to the right, at y = half the box's width; one follows a sine.
TEST(DrawImage, ItsCornersMayMove) {
  TrackTable tracks = tracks_of(std::vector<std::vector<TrackRow>>(20, {{.box = {0, 0, 40, 9}}}));
  GraphRun run(R"json("wall": {"type": "track_series", "inputs": {"tracks": "tracks"},
                           "params": {"name": "wall", "of": "width"}},
                  "image": {"type": "draw_image", "params": {"path": "icon", "corners": [
                    "10 + 3 * frame, min(wall.value, 99) / 2", "25% 20%",
                    "frame_width * 0.25, 60 + 20 * sin(pi * time)", "10, 60"]}})json",
               R"(["image"])", std::move(tracks));
  run.draw(0);
  const auto expect = [&](const std::array<Vec2, 4>& places) {
    ASSERT_EQ(run.primitives().size(), 1U);
    const std::array<Vec2, 4>& corners = run.primitives()[0].projected_image.corners;
    for (int i = 0; i < 4; ++i) {
      EXPECT_NEAR(corners[i].x, places[i].x, 1e-4) << i;
      EXPECT_NEAR(corners[i].y, places[i].y, 1e-4) << i;
    }
  };
  expect({{{10, 20}, {50, 20}, {50, 60}, {10, 60}}});
  EXPECT_EQ(run.picture().at(11, 25, red), 255);
  run.draw(5);  // at half a second, sin is 1
  expect({{{25, 20}, {50, 20}, {50, 80}, {10, 60}}});
  EXPECT_EQ(run.picture().at(11, 25, red), 0);
  run.draw(15);  // the first corner is at 55, to the right of the second
  EXPECT_TRUE(run.primitives().empty()) << "no camera sees it so";
}

TEST(DrawImage, WhatIsWrongIsToldOfTheParameter) {
  const auto place_of = [](const std::string& params) -> std::string {
    try {
      (void)logo(params);
    } catch (const Error& error) {
      return error.problems().front().location.pointer;
    }
    return "no error";
  };
  EXPECT_EQ(place_of("{}"), "/nodes/logo/params/path");
  EXPECT_EQ(place_of(R"({"path": "missing"})"), "/nodes/logo/params/path");
  EXPECT_EQ(place_of(R"({"path": "icon", "fit": "box"})"), "/nodes/logo") << "to what box?";
  for (const char* source :
       {R"(["0 0"])", R"(["0 0", "9 4"])", R"(["2 1", "2 3"])", R"(["a", "b"])"})
    EXPECT_EQ(place_of(R"({"path": "icon", "source": )" + std::string(source) + "}"),
              "/nodes/logo/params/source")
        << source;
  for (const char* corners :
       {R"(["0 0", "9 0", "9 9"])", R"(["0 0", "9 0", "0 9", "9 9"])",
        R"(["x, y", "9 0", "9 9", "0 9"])", R"(["1 +, 2", "9 0", "9 9", "0 9"])"})
    EXPECT_EQ(place_of(R"({"path": "icon", "corners": )" + std::string(corners) + "}"),
              "/nodes/logo/params/corners")
        << corners;
  EXPECT_THROW(icon(R"({"path": "icon", "corners": ["0 0", "9 0", "9 9", "0 9"]})"), Error)
      << "at the boxes or at the corners?";
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// draw_icons: 8 x 4 px pictures (see texture_of), chosen by attributes of two boxes.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <fstream>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"
#include "tests/temp_folder.h"
#include "text/path_template.h"

namespace overlace::test {
namespace {

constexpr int red = 0, green = 1, blue = 2;

/// A folder of files whose contents are never read.
class DrawIcons : public ::testing::Test {
 protected:
  DrawIcons() {
    for (const char* file : {"car", "lorry", "0", "1", ".hidden"}) std::ofstream(folder_ / file);
  }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }

  /// A car at (40, 40) and a lorry at (120, 40), each 40 x 20 px, moving right by 10 px per frame.
  [[nodiscard]] GraphRun draw(const std::string& name, const std::string& params,
                              float degrees = 0) const {
    std::vector<std::vector<TrackRow>> frames;
    for (int f = 0; f < 3; ++f) {
      const auto x = static_cast<float>(10 * f);
      frames.push_back({{.box = {30 + x, 40, 40, 20}, .class_index = 0},
                        {.box = {110 + x, 40, 40, 20}, .class_index = 1}});
    }
    TrackTable table = tracks_of(frames);
    table.class_names = {"car", "lorry"};
    if (degrees != 0) table.rotation.assign(table.row_count(), degrees);
    GraphRun run(R"("icons": {"type": "draw_icons", "inputs": {"tracks": "tracks"},
                              "params": {"path": ")" +
                     path(name) + R"(", "inside": true, "margin": 0, )" + params + "}}",
                 R"(["icons"])", std::move(table));
    run.draw(1);
    return run;
  }
  /// Expects that `make` refuses the graph with a message containing `text`.
  template <class F>
  static void expect_error(const std::string& text, F make) {
    try {
      make();
      FAIL() << text;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(text), std::string::npos) << error.what();
    }
  }

 private:
  TempFolder folder_;
};

TEST_F(DrawIcons, EveryClassHasItsPicture) {
  const GraphRun run = draw("{class}", R"("size": 4, "position": "top_left")");
  EXPECT_EQ(run.picture().at(40, 40, red), 255);
  EXPECT_EQ(run.picture().at(47, 40, green), 255);
  EXPECT_EQ(run.picture().at(48, 40, green), 0);
  EXPECT_EQ(run.picture().at(120, 40, green), 255) << "its longer name is the other picture";
  EXPECT_EQ(run.picture().at(127, 40, red), 255);
}

TEST_F(DrawIcons, OffsetsMoveIt) {
  const GraphRun run = draw(
      "car", R"("size": 4, "position": "top_left", "offset_x": 6, "offset_y": {"expr": "id * 3"})");
  EXPECT_EQ(run.picture().at(45, 40, red), 0);
  EXPECT_EQ(run.picture().at(46, 40, red), 255) << "6 px to the right, and id 0 no farther down";
  EXPECT_EQ(run.picture().at(126, 42, red), 0);
  EXPECT_EQ(run.picture().at(126, 43, red), 255) << "3 px below";
}

TEST_F(DrawIcons, AnyFieldMayNameIt) {
  EXPECT_EQ(draw("{id}", R"("size": 4, "position": "top_left")").picture().at(120, 40, red), 255);
  EXPECT_EQ(draw("car", R"("size": 4, "position": "top_left")").picture().at(120, 40, red), 255);
}

TEST_F(DrawIcons, APlaceOnTheBox) {
  const GraphRun run = draw("car", R"("size": 8, "position": "bottom_right")");
  EXPECT_EQ(run.picture().at(64, 52, red), 255) << "16 x 8 px";
  EXPECT_EQ(run.picture().at(79, 52, green), 255);
  EXPECT_EQ(run.picture().at(63, 52, red) + run.picture().at(64, 51, red), 0);
}

TEST_F(DrawIcons, HeadingTurnsIt) {
  // The object moves right: the left side of the picture, red, is on top.
  const GraphRun run = draw("car", R"("size": 8, "position": "center", "turn": "heading")");
  EXPECT_EQ(run.picture().at(60, 43, red), 255);
  EXPECT_EQ(run.picture().at(60, 56, green), 255);
  EXPECT_EQ(run.picture().at(67, 50, red) + run.picture().at(67, 50, green), 0);
}

TEST_F(DrawIcons, ABoxTurnsItAndAnAngleDoes) {
  const GraphRun box = draw("car", R"("size": 8, "position": "center", "turn": "box")", 90);
  const GraphRun angle = draw("car", R"("size": 8, "position": "center", "angle": 90)");
  EXPECT_EQ(box.picture().at(60, 43, red), 255);
  EXPECT_EQ(box.picture().rgb, angle.picture().rgb);
}

TEST_F(DrawIcons, ATintTakesThePlaceOfItsColours) {
  const GraphRun whole = draw("car", R"("size": 4, "position": "top_left", "tint": "#0000ff")");
  EXPECT_EQ(whole.picture().at(41, 41, blue), 255);
  EXPECT_EQ(whole.picture().at(41, 41, red), 0);
  EXPECT_EQ(whole.picture().at(41, 43, blue), 128) << "its transparent row";
  const GraphRun quarter = draw("car", R"("size": 4, "position": "top_left", "tint": "#0000ff40")");
  EXPECT_NEAR(quarter.picture().at(41, 41, blue), 64, 1);
  EXPECT_NEAR(quarter.picture().at(41, 41, red), 191, 1);
  const GraphRun faint =
      draw("car", R"("size": 4, "position": "top_left", "tint": "#00f", "opacity": 0.5)");
  EXPECT_NEAR(faint.picture().at(41, 41, blue), 128, 1);
}

TEST_F(DrawIcons, WhoHasNoPictureIsTold) {
  std::filesystem::remove(path("lorry"));
  expect_error("\"" + path("lorry") + "\" does not exist",
               [&] { (void)draw("{class}", R"("size": 4)"); });
  const GraphRun run = draw("{class}", R"("size": 4, "position": "top_left", "missing": "skip")");
  EXPECT_EQ(run.picture().at(40, 40, red), 255);
  EXPECT_EQ(run.picture().at(120, 40, green), 0);
}

TEST_F(DrawIcons, WhatIsWrongWithAPath) {
  expect_error("unknown field 'clas'", [&] { (void)draw("{clas}", R"("size": 4)"); });
  expect_error("field in a folder's name", [&] { (void)draw("{class}/car", R"("size": 4)"); });
  expect_error("none/\" cannot be read", [&] { (void)draw("none/{class}", R"("size": 4)"); });
}

/// A process that may not open more files cannot list its working folder, either.
TEST_F(DrawIcons, TheWorkingDirectoryHasAName) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  rlimit none = before;
  none.rlim_cur = 0;
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  std::string message, hint;
  try {
    (void)files_like("{class}.png");
  } catch (const Error& error) {
    message = error.problems().front().message;
    hint = error.problems().front().hint;
  }
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &before), 0);
  EXPECT_NE(message.find("the folder \".\" cannot be read"), std::string::npos) << message;
  EXPECT_NE(hint, "");
}

TEST_F(DrawIcons, FilesThatATemplateMayName) {
  EXPECT_EQ(files_like(path("{class}")),
            (std::vector{path("0"), path("1"), path("car"), path("lorry")}));
  EXPECT_EQ(files_like(path("c{class}r")), std::vector{path("car")});
  EXPECT_EQ(files_like(path("{{car}}")), std::vector{path("{car}")});
  EXPECT_TRUE(files_like(path("*{class}")).empty()) << "a star is a star";
  EXPECT_TRUE(files_like("").empty());
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// Questions of a page that has nothing but memory.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <string>

#include "../temp_folder.h"
#include "wasm/page.h"

namespace overlace {
namespace {

const Json& member(const Json& json, const char* name) {
  const Json* const found = json.find(name);
  if (found == nullptr) throw std::runtime_error(std::string("no ") + name + " in " + json.dump());
  return *found;
}
std::int64_t status(const EngineMessage& answer) {
  return member(answer.head, "status").as_integer();
}

/// A grey clip of 64x32 px with two frames.
class WasmPage : public testing::Test {
 protected:
  static constexpr Size size{64, 32};

  EngineMessage ask(const std::string& method, const std::string& path, const Json& question) {
    return page.ask(method, path, question.dump());
  }
  EngineMessage use_grey_clip() {
    return page.ask("PUT", "clip",
                    R"({"name": "grey.png", "width": 64, "height": 32, "frame_rate": [25, 1],
                        "frame_count": 2})");
  }
  void give(std::int32_t frame, Size at = size) {
    RgbaPixels pixels(static_cast<std::size_t>(at.width * at.height) * 4, 100);
    for (std::size_t i = 3; i < pixels.size(); i += 4) pixels[i] = 255;
    page.given().give_frame(frame, at, std::move(pixels));
  }
  static Json frame_ask(const std::string& text, bool is_exact = true) {
    return Json::Object{{"text", text}, {"frame", 0}, {"width", 32}, {"exact", is_exact}};
  }
  static std::string color_at(const EngineMessage& picture, int x, int y) {
    const std::size_t at =
        (static_cast<std::size_t>(y) *
             static_cast<std::size_t>(member(picture.head, "width").as_integer()) +
         static_cast<std::size_t>(x)) *
        4;
    std::string color;
    for (std::size_t i = 0; i < 4; ++i)
      color += fmt::format("{:02x}", static_cast<unsigned char>(picture.body.at(at + i)));
    return color;
  }

  /// Fills the picture with red.
  const std::string red = R"({
  "overlace": 1,
  "nodes": {"fill": {"type": "draw_fill", "params": {"color": "#ff0000"}}},
  "composite": ["fill"]
})";
  Page page;
};

TEST_F(WasmPage, BeginsWithTheTestCard) {
  const EngineMessage clip = page.ask("GET", "clip", "");
  EXPECT_EQ(status(clip), 200);
  EXPECT_TRUE(member(clip.head, "is_example").as_bool());
  EXPECT_EQ(member(clip.head, "width").as_integer(), 1280);
  EXPECT_EQ(member(clip.head, "frame_count").as_integer(), 250);
  const EngineMessage picture = page.ask(
      "POST", "frame",
      Json(Json::Object{{"text", red}, {"frame", 0}, {"width", 320}, {"plain", true}}).dump());
  EXPECT_EQ(status(picture), 200);
  EXPECT_EQ(picture.body.size(), 320U * 180 * 4);
}

TEST_F(WasmPage, TellsWhichFrameIsNeededAndThenDrawsOnIt) {
  EXPECT_EQ(status(use_grey_clip()), 200);
  const EngineMessage asked = ask("POST", "frame", frame_ask(red));
  EXPECT_EQ(status(asked), 424);
  EXPECT_EQ(member(asked.head, "needs").dump(), R"({"frame":0,"width":64,"height":32})");
  give(0);
  const EngineMessage picture = ask("POST", "frame", frame_ask(red));
  ASSERT_EQ(status(picture), 200) << picture.head.dump();
  EXPECT_EQ(picture.body.size(), 64U * 32 * 4);
  EXPECT_EQ(color_at(picture, 40, 20), "ff0000ff");
}

TEST_F(WasmPage, DraftsAreOfTheScreensSize) {
  static_cast<void>(use_grey_clip());
  const EngineMessage asked = ask("POST", "frame", frame_ask(red, false));
  EXPECT_EQ(member(asked.head, "needs").dump(), R"({"frame":0,"width":32,"height":16})");
  give(0, {32, 16});
  const EngineMessage picture = ask("POST", "frame", frame_ask(red, false));
  ASSERT_EQ(status(picture), 200);
  EXPECT_EQ(picture.body.size(), 32U * 16 * 4);
  EXPECT_FALSE(member(picture.head, "provisional").as_bool());
}

TEST_F(WasmPage, GivesThePartThatIsSeen) {
  static_cast<void>(use_grey_clip());
  give(0);
  Json question = frame_ask(red);
  question.set("part", Json::Object{{"x", 10}, {"y", 4}, {"width", 20}, {"height", 8}});
  question.set("solo", "");
  const EngineMessage picture = ask("POST", "frame", question);
  ASSERT_EQ(status(picture), 200);
  EXPECT_EQ(member(picture.head, "width").as_integer(), 20);
  EXPECT_EQ(member(picture.head, "height").as_integer(), 8);
  EXPECT_EQ(picture.body.size(), 20U * 8 * 4);
}

TEST_F(WasmPage, TriesSettingsWithoutChangingTheText) {
  static_cast<void>(use_grey_clip());
  give(0);
  Json question = frame_ask(red);
  question.set("settings", Json::Object{{"fill.color", "#0000ff"}});
  EXPECT_EQ(color_at(ask("POST", "frame", question), 3, 3), "0000ffff");
  EXPECT_EQ(color_at(ask("POST", "frame", frame_ask(red)), 3, 3), "ff0000ff");
}

TEST_F(WasmPage, KeepsTheAlphaOfPictures) {
  static_cast<void>(page.ask("PUT", "clip",
                             R"({"name": "a.png", "width": 64, "height": 32,
                                 "frame_rate": [25, 1], "frame_count": 1, "has_alpha": true})"));
  page.given().give_frame(0, size, RgbaPixels(std::size_t{64} * 32 * 4, 0));
  const std::string left = R"({"overlace": 1, "nodes": {"fill": {"type": "draw_fill",
      "params": {"color": "#00ff00", "x": 0, "y": 0, "width": "50%", "height": "100%"}}},
      "composite": ["fill"]})";
  const EngineMessage checked = ask("POST", "check", Json::Object{{"text", left}});
  const EngineMessage picture = ask("POST", "frame", frame_ask(red));
  ASSERT_EQ(status(picture), 200) << checked.head.dump();
  EXPECT_EQ(color_at(picture, 3, 3), "ff0000ff");  // transparent before
}

TEST_F(WasmPage, ChecksAndEditsTexts) {
  const EngineMessage wrong =
      ask("POST", "check",
          Json::Object{{"text", R"({"overlace": 1, "nodes": {"a": {"type": "draw_bxes"}}})"}});
  EXPECT_EQ(status(wrong), 200);
  const Json::Array& problems = member(wrong.head, "problems").as_array();
  ASSERT_FALSE(problems.empty());
  EXPECT_NE(problems[0].dump().find("draw_boxes"), std::string::npos);  // the nearest name

  const EngineMessage made = ask(
      "POST", "edit",
      Json::Object{{"text", red},
                   {"acts", Json::Array{Json::Object{
                                {"act", "set"}, {"target", "fill.color"}, {"value", "#00f"}}}}});
  ASSERT_EQ(status(made), 200);
  const Json& edit = member(made.head, "edits").as_array().at(0);
  std::string text = red;
  const auto begin = static_cast<std::size_t>(member(edit, "begin").as_integer());
  const auto end = static_cast<std::size_t>(member(edit, "end").as_integer());
  text.replace(begin, end - begin, member(edit, "text").as_string());
  std::string expected = red;
  expected.replace(expected.find("#ff0000"), 7, "#00f");
  EXPECT_EQ(text, expected);
}

TEST_F(WasmPage, ReadsTracksByTheirName) {
  const test::TempFolder folder;
  const std::string path = (folder.path() / "tracks.csv").string();
  std::ofstream(path) << "frame,id,x,y,w,h\n0,7,8,4,40,20\n1,7,8,4,40,20\n";
  static_cast<void>(use_grey_clip());
  EXPECT_EQ(status(page.ask("PUT", "tracks", Json(Json::Object{{"path", path}}).dump())), 200);
  give(0);
  const std::string boxes = R"({"overlace": 1, "extends": "boxes"})";
  const EngineMessage looked =
      ask("POST", "look",
          Json::Object{{"look", "pixel"}, {"text", boxes}, {"frame", 0}, {"x", 8}, {"y", 14}});
  ASSERT_EQ(status(looked), 200) << looked.head.dump();
  EXPECT_EQ(member(member(looked.head, "object"), "id").as_integer(), 7);
  EXPECT_EQ(member(looked.head, "events").as_array().size(), 1U);  // "shown", with counts
  const EngineMessage lanes =
      ask("POST", "look", Json::Object{{"look", "lanes"}, {"text", boxes}, {"node", "people"}});
  ASSERT_EQ(status(lanes), 200) << lanes.head.dump();
  EXPECT_EQ(member(lanes.head, "lanes").as_array().size(), 1U);
}

TEST_F(WasmPage, AsksForPicturesToPaintWith) {
  static_cast<void>(use_grey_clip());
  give(0);
  const std::string logo = R"({"overlace": 1, "nodes": {"logo": {"type": "draw_image",
      "params": {"path": "logo.png"}}}, "composite": ["logo"]})";
  const EngineMessage asked = ask("POST", "frame", frame_ask(logo));
  ASSERT_EQ(status(asked), 424) << asked.head.dump();
  EXPECT_EQ(member(asked.head, "needs").dump(), R"({"picture":"logo.png"})");
  static_cast<void>(page.ask("DELETE", "picture", R"({"path": "logo.png"})"));
  const EngineMessage refused = ask("POST", "frame", frame_ask(logo));
  EXPECT_EQ(status(refused), 422);
  EXPECT_NE(refused.head.dump().find("drop the file"), std::string::npos);
  page.given().give_picture("logo.png", {2, 2}, RgbaPixels(16, 255));
  EXPECT_EQ(status(ask("POST", "frame", frame_ask(logo))), 200);
}

TEST_F(WasmPage, PaintsThumbnails) {
  const EngineMessage picture =
      ask("POST", "thumbnail",
          Json::Object{{"name", "news"}, {"frame", 3}, {"width", 160}, {"patient", true}});
  ASSERT_EQ(status(picture), 200) << picture.head.dump();
  EXPECT_EQ(picture.body.size(), 160U * 90 * 4);
}

TEST_F(WasmPage, RefusesWhatItDoesNotKnow) {
  EXPECT_EQ(status(page.ask("POST", "export", "{}")), 404);
  EXPECT_EQ(status(page.ask("POST", "check", "no json")), 422);
  EXPECT_EQ(status(page.ask("PUT", "clip", R"({"name": "x", "width": 0})")), 422);
  EXPECT_EQ(
      status(ask("POST", "frame", Json::Object{{"text", red}, {"frame", 999}, {"width", 320}})),
      422);
}

}  // namespace
}  // namespace overlace

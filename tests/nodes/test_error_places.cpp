// SPDX-License-Identifier: Apache-2.0
// Errors in texts, names and points are reported at their parameter, and at the entry in a list.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "graph/core/error.h"
#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

std::vector<TrackRow> two() {
  return {{0, 1, {20, 40, 20, 20}, 0}, {0, 2, {150, 40, 20, 20}, 1}};
}

/// The locations of problems in a graph whose only node besides `others` is "it".
std::vector<std::string> places(const std::string& type, const std::string& params,
                                const std::string& input = "tracks",
                                const std::string& others = "") {
  const bool makes_tracks = type.starts_with("track_");
  const std::string inputs = input.empty() ? "" : R"("inputs": {"tracks": ")" + input + "\"},";
  const std::string reader =
      makes_tracks ? R"(, "dots": {"type": "draw_points", "inputs": {"tracks": "it"}})" : "";
  try {
    GraphRun run(others + R"("it": {"type": ")" + type + "\", " + inputs + R"("params": )" +
                     params + "}" + reader,
                 makes_tracks ? R"(["dots"])" : R"(["it"])",
                 make_track_table(two(), {"person", "car"}));
  } catch (const Error& error) {
    std::vector<std::string> found;
    for (const Diagnostic& problem : error.problems()) found.push_back(problem.location.pointer);
    return found;
  }
  return {};
}

/// The location of one parameter.
std::vector<std::string> at(const std::string& param) {
  return {"/nodes/it/params/" + param};
}

TEST(ErrorPlaces, OfTexts) {
  for (const char* text : {"{nosuch}", "{frame", "{frame:zz}", "{door.in}"})
    EXPECT_EQ(places("draw_text", std::string(R"({"text": ")") + text + "\"}", ""), at("text"))
        << text;
  EXPECT_EQ(places("draw_text", R"({"text": "[b]x[/][/]", "markup": true})"), at("text"));
  EXPECT_EQ(places("draw_text", R"({"text": "{wall}", "clock_start": "25:61"})"),
            at("clock_start"));
  EXPECT_EQ(places("draw_labels", R"({"text": "{speedd}"})"), at("text"));
  EXPECT_EQ(places("draw_table", R"({"rows": ["a | b", "c | {door.in}"]})"), at("rows/1"));
  for (const char* line : {"title", "subtitle"})
    EXPECT_EQ(places("draw_title", std::string("{\"") + line + R"(": "{"})", ""), at(line));
  EXPECT_EQ(places("draw_legend", R"({"text": "{"})"), at("text"));
  EXPECT_EQ(places("draw_legend", R"({"by": "nosuch"})"), at("by"));
}

TEST(ErrorPlaces, OfEveryWrongName) {
  EXPECT_EQ(places("draw_labels", R"({"names": ["person", "car=Auto", "=x"]})"),
            (std::vector<std::string>{"/nodes/it/params/names/0", "/nodes/it/params/names/2"}));
}

TEST(ErrorPlaces, OfShapes) {
  const std::string zone = R"("yard": {"type": "track_zone", "inputs": {"tracks": "tracks"},
                                       "params": {"name": "yard"}},)";
  EXPECT_EQ(places("draw_zones", R"({"shapes": ["yard", "yrad"]})", "yard", zone), at("shapes/1"));
  EXPECT_EQ(places("draw_zones", R"({"zone_text": "{"})", "yard", zone), at("zone_text"));
}

TEST(ErrorPlaces, OfTrackNodes) {
  const std::string ground = R"("yard": {"type": "track_ground", "inputs": {"tracks": "tracks"},
                                         "params": {"name": "ground"}},)";
  EXPECT_EQ(places("track_line", R"({"name": "a b"})"), at("name"));
  EXPECT_EQ(places("track_line", R"({"points": ["50%", "1 2"]})"), at("points"));
  EXPECT_EQ(places("track_line", R"({"points": ["1 2", "1 2"]})"), at("points"));
  EXPECT_EQ(places("track_line", R"({"classes": ["persn"]})"), at("classes"));
  EXPECT_EQ(places("track_zone", R"({"corners": ["1 1", "2 2"]})"), at("corners"));
  EXPECT_EQ(places("track_filter", R"({"ids": ["7", "x"]})"), at("ids/1"));
  EXPECT_EQ(places("track_filter", R"({"zone": ["1 1", "2 2"]})"), at("zone"));
  EXPECT_EQ(places("track_filter", R"({"where": "witdh > 2"})"), at("where"));
  EXPECT_EQ(places("track_series", R"({"of": "speeed"})"), at("of"));
  EXPECT_EQ(places("track_ground", R"({"image": ["1"]})"), at("image"));
  EXPECT_EQ(places("track_ground", R"({"ground": ["0 0", "1 0", "1 1"]})"), at("ground"));
  EXPECT_EQ(places("track_plan", R"({"ground": "field"})"), at("ground"));
  EXPECT_EQ(places("track_plan", R"({"extent": ["0 0"]})", "yard", ground), at("extent"));
  EXPECT_EQ(places("track_angles", R"({"points": ["a", "b"]})"), at("points"));
  EXPECT_EQ(places("track_angles", R"({"up": 80})"), at("down"));
}

TEST(ErrorPlaces, OfWhatIsMissing) {
  const std::string late = R"("late": {"type": "track_place", "inputs": {"tracks": "tracks"},
                                       "params": {"frames": 10000000}},)";
  EXPECT_EQ(places("draw_icons", "{}"), at("path"));
  EXPECT_EQ(places("draw_icons", R"({"path": "no-such-icon-{class}.png"})"), at("path"));
  EXPECT_EQ(places("draw_image", "{}", ""), at("path"));
  EXPECT_EQ(places("draw_trails", R"({"style": "stamps"})"), at("path"));
  EXPECT_EQ(places("draw_trails", R"({"frame_of": "scene"})"), at("frame_of"));
  EXPECT_EQ(places("draw_title", R"({"from": 9, "to": 7})", ""), at("to"));
  EXPECT_EQ(places("track_resample", R"({"frame_rate": 0.01})", "late", late), at("frame_rate"));
}

TEST(ErrorPlaces, OfColours) {
  EXPECT_EQ(places("draw_skeletons", R"({"limb_colors": ["red", "rde"]})"), at("limb_colors/1"));
  EXPECT_EQ(places("draw_skeletons", R"({"sides": ["#zzz", "red"]})"), at("sides/0"));
  EXPECT_EQ(places("draw_skeletons", R"({"sides": ["red"]})"), at("sides"));
  EXPECT_EQ(places("draw_heat", R"({"ramp": []})"), at("ramp"));
  EXPECT_EQ(places("draw_heat", R"({"ramp": ["red", "rde"]})"), at("ramp/1"));
}

// Texts and expressions already use these names, so an attribute of that name would be hidden.
// Zones and lines may have them: their attributes are then called otherwise.
TEST(ErrorPlaces, OfNamesThatMeanSomethingElse) {
  for (const char* name : {"speed", "x", "frame", "count", "random"}) {
    const std::string params = std::string(R"({"name": ")") + name + "\"}";
    EXPECT_EQ(places("track_zone", params), std::vector<std::string>()) << name;
    EXPECT_EQ(places("track_line", params), std::vector<std::string>()) << name;
    EXPECT_EQ(places("track_angles", params), at("name")) << name;
  }
  EXPECT_EQ(places("track_zone", R"({"name": "speeds"})"), std::vector<std::string>());
  // Two grounds in a row with the same attributes NAME_x and so on.
  const std::string ground = R"("yard": {"type": "track_ground", "inputs": {"tracks": "tracks"}},)";
  EXPECT_EQ(places("track_ground", "{}", "yard", ground), at("name"));
  EXPECT_EQ(places("track_ground", R"({"name": "two"})", "yard", ground),
            std::vector<std::string>());
}

}  // namespace
}  // namespace overlace::test

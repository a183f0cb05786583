// SPDX-License-Identifier: Apache-2.0
// The theme: named colours of a document.
#include <gtest/gtest.h>

#include "sample_nodes.h"

namespace overlace::test {
namespace {

constexpr Color blue{0, 0, 1, 1}, green{0, 1, 0, 1}, red{1, 0, 0, 1};

std::string with_theme(std::string_view theme, std::string_view params,
                       std::string_view node = "boxes") {
  return R"({"overlace": 1, "theme": )" + std::string(theme) +
         R"(, "nodes": {"people": {"type": "track_sample"}, ")" + std::string(node) +
         R"(": {"type": "draw_sample", "inputs": {"tracks": "people"}, "params": )" +
         std::string(params) + R"(}}, "composite": [")" + std::string(node) + R"("]})";
}

const Paint& color_of(const Graph& graph, std::string_view node = "boxes") {
  return params_of<SampleDrawing>(graph, node).color;
}

void expect_problem(std::string_view theme, std::string_view params, std::string_view pointer,
                    std::string_view text) {
  const std::vector<Diagnostic> problems = problems_of(with_theme(theme, params));
  EXPECT_EQ(problems.size(), 1U) << listed(problems);
  EXPECT_TRUE(has_problem(problems, pointer, text)) << text << "\n" << listed(problems);
}

/// The graph of a document with these settings.
Graph set(std::string_view text, const std::vector<Setting>& settings) {
  Json document = parse_json(text, "test.json");
  apply_settings(document, settings, sample_nodes());
  return build_graph(document, "test.json", sample_nodes());
}

std::string problem_of_setting(std::string_view text, const Setting& setting) {
  try {
    (void)set(text, {setting});
  } catch (const Error& error) {
    return error.problems().front().text();
  }
  return "accepted";
}

TEST(Theme, ItsColoursStandForThemselves) {
  const Graph graph = build(
      with_theme(R"({"// why": "comments", "warm": "#f00", "cold": "blue"})",
                 R"({"color": {"map": "speed", "ramp": [[0, "$theme.cold"], [9, "$theme.warm"]],
                               "missing": "$theme.cold"}})"));
  const auto& map = color_of(graph).map.at(0);
  EXPECT_EQ(map.output[0].value, blue);
  EXPECT_EQ(map.output[1].value, red);
  EXPECT_EQ(map.missing.value, blue);
}

TEST(Theme, MayHaveTheNameOfAKnob) {
  const Graph graph = build(R"({"overlace": 1, "theme": {"accent": "#00f"},
      "knobs": {"accent": {"type": "color", "default": "#f00"}},
      "nodes": {"people": {"type": "track_sample"},
        "a": {"type": "draw_sample", "inputs": {"tracks": "people"}, "params": {"color": "$accent"}},
        "b": {"type": "draw_sample", "inputs": {"tracks": "people"},
              "params": {"color": "$theme.accent"}}},
      "composite": ["a", "b"]})");
  EXPECT_EQ(color_of(graph, "a").constant.value, red);
  EXPECT_EQ(color_of(graph, "b").constant.value, blue);
}

TEST(Theme, IsChecked) {
  expect_problem(R"({"accent": "#12345"})", "{}", "/theme/accent", "a colour");
  expect_problem(R"({"accent": 3})", "{}", "/theme/accent", "got 3");
  expect_problem(R"({"accent": {"map": "id", "palette": "bright"}})", "{}", "/theme/accent",
                 "cannot be mapped");
  expect_problem(R"({"Accent": "#fff"})", "{}", "/theme/Accent", "lower-case letters");
  expect_problem(R"(["#fff"])", "{}", "/theme", "an object of colours, got an array");
}

TEST(Theme, UnknownColoursAreReportedWhereTheyAreUsed) {
  expect_problem(R"({"accent": "#fff"})", R"({"color": "$theme.acent"})",
                 "/nodes/boxes/params/color",
                 "unknown theme colour 'theme.acent'; did you mean 'theme.accent'?");
  expect_problem(R"({})", R"({"color": "$theme.accent"})", "/nodes/boxes/params/color",
                 "unknown theme colour 'theme.accent'");
  expect_problem(R"({"wide": "#fff"})", R"({"width": "$theme.wide"})", "/nodes/boxes/params/width",
                 "expected a number");
}

TEST(Theme, APatchReplacesSingleColours) {
  const std::string base = with_theme(R"({"ink": "#f00", "paper": "#0f0"})",
                                      R"({"color": {"map": "speed", "from": [0, 1],
                                                    "to": ["$theme.ink", "$theme.paper"]}})");
  const Json document = load_document("patch", [&](const std::string& name) {
    return Source{name == "base" ? base : R"({"extends": "base", "theme": {"ink": "#00f"}})", name};
  });
  const Graph graph = build_graph(document, "patch", sample_nodes());
  EXPECT_EQ(color_of(graph).map.at(0).output[0].value, blue);
  EXPECT_EQ(color_of(graph).map.at(0).output[1].value, green);
}

TEST(Theme, SettingsReplaceColours) {
  const std::string text = with_theme(R"({"ink": "#f00"})", R"({"color": "$theme.ink"})");
  EXPECT_EQ(color_of(set(text, {{"theme.ink", "#00f"}})).constant.value, blue);
  EXPECT_EQ(color_of(set(text, {{"theme.ink", "lime"}})).constant.value, green);
  EXPECT_EQ(problem_of_setting(text, {"theme.inc", "#00f"}),
            "--set theme.inc=#00f: no theme colour 'theme.inc'; did you mean 'theme.ink'?");
  EXPECT_NE(problem_of_setting(text, {"theme.ink", "blu"}).find("a colour"), std::string::npos);
  EXPECT_NE(problem_of_setting(text, {"theme.ink", R"({"map": "id", "palette": "bright"})"})
                .find("cannot be mapped"),
            std::string::npos);
}

TEST(Theme, ANodeMayHaveItsName) {
  std::string text = with_theme("{}", R"({"width": 3})", "theme");
  text.replace(text.find(R"("theme": {}, )"), std::string(R"("theme": {}, )").size(), "");
  EXPECT_EQ(color_of(set(text, {{"theme.color", "#00f"}}), "theme").constant.value, blue);
}

TEST(Theme, ItsColoursAreListedBehindTheKnobs) {
  const std::vector<Knob> knobs = document_knobs(parse_json(R"({"theme": {"ink": "#123456"},
                     "knobs": {"width": {"type": "number", "default": 3}}})",
                                                            ""));
  ASSERT_EQ(knobs.size(), 2U);
  EXPECT_EQ(knobs[0].name, "width");
  EXPECT_EQ(knobs[1].name, "theme.ink");
  EXPECT_EQ(knobs[1].kind, ParamKind::color);
  EXPECT_EQ(knobs[1].default_value, Json("#123456"));
}

}  // namespace
}  // namespace overlace::test

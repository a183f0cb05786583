// SPDX-License-Identifier: Apache-2.0
// Knobs, variables and settings.
#include <gtest/gtest.h>

#include "graph/document/required_knobs.h"
#include "sample_nodes.h"

namespace overlace::test {
namespace {

std::string with_knob(std::string_view knob, std::string_view params) {
  return R"({"overlace": 1, "knobs": {"k": )" + std::string(knob) +
         R"(}, "nodes": {"people": {"type": "track_sample"},
             "boxes": {"type": "draw_sample", "inputs": {"tracks": "people"}, "params": )" +
         std::string(params) + R"(}}, "composite": ["boxes"]})";
}

void expect_problem(std::string_view knob, std::string_view pointer, std::string_view text) {
  const std::vector<Diagnostic> problems = problems_of(with_knob(knob, "{}"));
  EXPECT_EQ(problems.size(), 1U) << listed(problems);
  EXPECT_TRUE(has_problem(problems, pointer, text)) << text << "\n" << listed(problems);
}

TEST(Knobs, AreListedInOrder) {
  const std::vector<Knob> knobs = document_knobs(parse_json(sample_document(), ""));
  ASSERT_EQ(knobs.size(), 2U);
  EXPECT_EQ(knobs[0].name, "accent");
  EXPECT_EQ(knobs[0].kind, ParamKind::color);
  EXPECT_EQ(knobs[0].doc, "Main colour.");
  EXPECT_EQ(knobs[1].default_value, Json(3));
  EXPECT_EQ(knobs[1].range.max, 8);
}

TEST(Knobs, AreChecked) {
  expect_problem(R"({"type": "colour", "default": 1})", "/knobs/k/type", "one of color, number");
  expect_problem(R"({"default": 1})", "/knobs/k", "one of color, number");
  expect_problem(R"({"type": "number"})", "/knobs/k", "missing key 'default'");
  expect_problem(R"({"type": "number", "default": 9, "max": 8})", "/knobs/k/default", "got 9");
  expect_problem(R"({"type": "number", "default": "red"})", "/knobs/k/default", "got 'red'");
  expect_problem(R"({"type": "integer", "default": 1.5})", "/knobs/k/default", "an integer");
  expect_problem(R"({"type": "boolean", "default": 0})", "/knobs/k/default", "true or false");
  expect_problem(R"({"type": "text", "default": 0})", "/knobs/k/default", "a string");
  expect_problem(R"({"type": "color", "default": "#12345"})", "/knobs/k/default", "a colour");
  expect_problem(R"({"type": "color", "default": "#fff", "dog": ""})", "/knobs/k/dog", "'doc'");
  expect_problem(R"({"type": "number", "default": 1, "min": "0"})", "/knobs/k/min", "a number");
  expect_problem("3", "/knobs/k", "expected a knob object, got 3");
}

TEST(Knobs, MayBeRequired) {
  expect_problem(R"({"type": "text", "default": "", "required": 1})", "/knobs/k/required",
                 "true or false");
  expect_problem(R"({"type": "number", "default": 1, "required": true})", "/knobs/k/required",
                 "only a text");
  const auto refusal = [](const char* knob, const char* params) -> std::string {
    try {
      check_required_knobs(parse_json(with_knob(knob, params), "required"), {}, sample_nodes());
      return {};
    } catch (const Error& error) {
      return error.what();
    }
  };
  constexpr const char* empty =
      R"({"type": "text", "default": "", "required": true, "doc": "Who"})";
  EXPECT_NE(refusal(empty, R"({"color": "$k"})").find("--set k=VALUE"), std::string::npos);
  EXPECT_NE(refusal(empty, R"({"color": "$k"})").find("Who"), std::string::npos);
  EXPECT_EQ(refusal(empty, "{}"), "") << "no parameter uses it";
  EXPECT_EQ(refusal(R"({"type": "text", "default": "a", "required": true})", R"({"color": "$k"})"),
            "");
  EXPECT_EQ(refusal(R"({"type": "text", "default": ""})", R"({"color": "$k"})"), "");
}

TEST(Knobs, StandInsideValuesToo) {
  const Graph graph =
      build(with_knob(R"({"type": "color", "default": "#00f"})",
                      R"({"color": {"map": "speed", "ramp": [[0, "$k"], [9, "#fff"]]}})"));
  const Paint& color = params_of<SampleDrawing>(graph, "boxes").color;
  EXPECT_EQ(color.map.at(0).output[0].value, (Color{0, 0, 1, 1}));
}

TEST(Knobs, CanHoldAMap) {
  const Graph graph = build(
      with_knob(R"({"type": "number", "default": {"map": "speed", "from": [0, 9], "to": [1, 3]}})",
                R"({"width": "$k"})"));
  EXPECT_EQ(params_of<SampleDrawing>(graph, "boxes").width.map.size(), 1U);
}

TEST(Knobs, MustFitTheParameterTheyAreUsedFor) {
  const std::vector<Diagnostic> problems =
      problems_of(with_knob(R"({"type": "number", "default": 70})", R"({"width": "$k"})"));
  EXPECT_TRUE(has_problem(problems, "/nodes/boxes/params/width", "0 to 64 px")) << listed(problems);
}

TEST(Knobs, UnknownNamesAreReported) {
  const std::vector<Diagnostic> problems = problems_of(
      with_knob(R"({"type": "number", "default": 1})", R"({"width": "$kk", "opacity": "$zebra"})"));
  EXPECT_EQ(problems.size(), 2U) << listed(problems);
  EXPECT_TRUE(has_problem(problems, "/nodes/boxes/params/width", "did you mean 'k'?"));
  EXPECT_TRUE(has_problem(problems, "/nodes/boxes/params/opacity", "one of: k, tracks"));
}

TEST(Knobs, TwoDollarsAreOne) {
  const Graph graph = build(R"({"overlace": 1, "composite": [], "nodes":
      {"p": {"type": "track_sample", "params": {"path": "$$5", "classes": ["$tracks", "a$b"]}}}})");
  const SampleTracks& params = params_of<SampleTracks>(graph, "p");
  EXPECT_EQ(params.path, "$5");
  EXPECT_EQ(params.classes, (std::vector<std::string>{"mot.txt", "a$b"}));
}

TEST(Knobs, CannotMultiplyADocument) {
  // 60 KB of text used 100 000 times would be 6 GB.
  std::string list = "[\"$k\"";
  for (int i = 1; i < 100'000; ++i) list += ",\"$k\"";
  const std::string text = R"({"overlace": 1, "knobs": {"k": {"type": "text", "default": ")" +
                           std::string(60'000, 'x') +
                           R"("}}, "composite": [], "nodes": {"p": {"type": "track_sample",
                           "params": {"classes": )" +
                           list + "]}}}}";
  const std::vector<Diagnostic> problems = problems_of(text);
  ASSERT_FALSE(problems.empty());
  EXPECT_NE(problems[0].message.find("too large"), std::string::npos) << problems[0].message;
}

/// The graph of the sample document with these settings.
Graph set(const std::vector<Setting>& settings) {
  Json document = parse_json(sample_document(), "test.json");
  apply_settings(document, settings, sample_nodes());
  return build_graph(document, "test.json", sample_nodes(), {{"tracks", "mot.txt"}});
}

TEST(Settings, AreSplitAtTheFirstEqualsSign) {
  const Setting setting = parse_setting("labels.text={id}=a");
  EXPECT_EQ(setting.target, "labels.text");
  EXPECT_EQ(setting.value, "{id}=a");
  EXPECT_THROW((void)parse_setting("accent"), Error);
  EXPECT_THROW((void)parse_setting("=1"), Error);
}

TEST(Settings, TurnKnobs) {
  const Graph graph = set({{"accent", "#0f0"}, {"width", "4.5"}});
  const SampleDrawing& lines = params_of<SampleDrawing>(graph, "lines");
  EXPECT_EQ(lines.color.constant.value, (Color{0, 1, 0, 1}));
  EXPECT_EQ(lines.width.constant.value, 4.5F);
}

TEST(Settings, ReachEveryKindOfParameter) {
  const Graph graph = set({{"people.path", "5"},
                           {"people.classes", "car,bus"},
                           {"people.skip", "7"},
                           {"links.reach", "30%"},
                           {"links.mutual", "true"},
                           {"boxes.style", "dotted"},
                           {"boxes.color", "orange"},
                           {"boxes.width", R"({"keyframes": [{"time": 1, "value": 2}]})"},
                           {"boxes.opacity", "0.25"}});
  const SampleTracks& people = params_of<SampleTracks>(graph, "people");
  EXPECT_EQ(people.path, "5");
  EXPECT_EQ(people.classes, (std::vector<std::string>{"car", "bus"}));
  EXPECT_EQ(people.skip, 7);
  EXPECT_EQ(params_of<SampleLinks>(graph, "links").reach.constant.value, 30);
  EXPECT_TRUE(params_of<SampleLinks>(graph, "links").mutual);
  const SampleDrawing& boxes = params_of<SampleDrawing>(graph, "boxes");
  EXPECT_EQ(boxes.style, SampleStyle::dotted);
  EXPECT_EQ(boxes.color.constant.value, (Color{1, 165 / 255.0F, 0, 1}));
  EXPECT_EQ(boxes.width.keyframes.size(), 1U);
  EXPECT_EQ(boxes.opacity.constant.value, 0.25F);
}

TEST(Settings, AllProblemsAreReportedWithTheirSetting) {
  try {
    (void)set({{"acent", "#0f0"},
               {"width", "99"},
               {"boxs.width", "1"},
               {"boxes.widht", "1"},
               {"boxes.width", "wide"},
               {"boxes.opacity", "2"},
               {"links.mutual", "yes"},
               {"boxes.color", "{\"map\": 3"},
               {"people.path", "\xFF"}});
    FAIL();
  } catch (const Error& error) {
    const std::vector<Diagnostic>& problems = error.problems();
    const std::string all = listed(problems);
    EXPECT_EQ(problems.size(), 9U) << all;
    for (const char* expected :
         {"--set acent=#0f0: no knob 'acent'; did you mean 'accent'?",
          "--set width=99: expected a number from 1 to 8, got 99",
          "--set boxs.width=1: no node 'boxs'; did you mean 'boxes'?",
          "--set boxes.widht=1: draw_sample has no parameter 'widht'; did you mean 'width'?",
          "--set boxes.width=wide: expected a number", "--set boxes.opacity=2: expected a number",
          "--set links.mutual=yes: expected true or false, got 'yes'", "not valid JSON", "UTF-8"})
      EXPECT_NE(all.find(expected), std::string::npos) << expected << "\nin\n" << all;
  }
}

}  // namespace
}  // namespace overlace::test

// SPDX-License-Identifier: Apache-2.0
// build_graph: the graph of a valid document, and the problems of an invalid one.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "sample_nodes.h"

namespace overlace::test {
namespace {

/// The sample document with `find` replaced by `with`, once.
std::string edited(std::string_view find, std::string_view with) {
  std::string text(sample_document());
  const std::size_t at = text.find(find);
  EXPECT_NE(at, std::string::npos) << find;
  return text.replace(at, find.size(), with);
}

/// Expects exactly one problem, at `pointer`, that contains `text`.
void expect_problem(const std::string& document, std::string_view pointer, std::string_view text) {
  const std::vector<Diagnostic> problems = problems_of(document);
  EXPECT_EQ(problems.size(), 1U) << listed(problems);
  EXPECT_TRUE(has_problem(problems, pointer, text)) << pointer << ": " << text << "\nbut got\n"
                                                    << listed(problems);
}

TEST(Document, BuildsTypedNodesInputsFirst) {
  const Graph graph = build(sample_document());
  EXPECT_EQ(graph.title, "Sample");
  std::vector<std::string> names;
  for (const GraphNode& node : graph.nodes) names.push_back(node.name);
  EXPECT_EQ(names, (std::vector<std::string>{"people", "links", "lines", "boxes"}));
  EXPECT_EQ(graph.nodes[1].inputs, (std::vector<std::vector<std::size_t>>{{0}}));
  EXPECT_EQ(graph.nodes[2].inputs, (std::vector<std::vector<std::size_t>>{{1}}));
  EXPECT_EQ(graph.nodes[2].line, 10U);
  EXPECT_EQ(params_of<SampleTracks>(graph, "people").path, "mot.txt");
  EXPECT_EQ(params_of<SampleDrawing>(graph, "lines").width.constant.value, 3);
  EXPECT_EQ(params_of<SampleDrawing>(graph, "lines").color.constant.value, (Color{1, 0, 0, 1}));
  EXPECT_TRUE(params_of<SampleLinks>(graph, "links").reach.constant.percent);
}

TEST(Document, PaintOrderHasBlendAndOpacity) {
  const Graph graph = build(sample_document());
  ASSERT_EQ(graph.composite.size(), 2U);
  EXPECT_EQ(graph.nodes[graph.composite[0].node].name, "lines");
  EXPECT_EQ(graph.composite[0].group.blend, BlendMode::add);
  EXPECT_EQ(graph.composite[0].group.opacity.constant.value, 0.5F);
  EXPECT_EQ(graph.nodes[graph.composite[1].node].name, "boxes");
  EXPECT_EQ(graph.composite[1].group.blend, BlendMode::normal);
}

TEST(Document, AnEmptyGraphIsAGraph) {
  EXPECT_TRUE(build(R"({"overlace": 1, "nodes": {}, "composite": []})").nodes.empty());
}

TEST(Document, HeadIsChecked) {
  expect_problem(R"([1])", "", "expected an object, got an array");
  expect_problem(edited("\"overlace\": 1,", ""), "", "missing key 'overlace'");
  expect_problem(edited("\"overlace\": 1,", "\"overlace\": 2,"), "/overlace", "version 1, got 2");
  expect_problem(edited("\"title\": \"Sample\"", "\"title\": 5"), "/title", "expected a string");
  expect_problem(edited("\"title\"", "\"titel\""), "/titel", "did you mean 'title'?");
  expect_problem(edited("\"title\": \"Sample\",", "\"nodse\": {},"), "/nodse", "'nodes'");
  expect_problem(R"({"overlace": 1, "composite": []})", "", "missing key 'nodes'");
  expect_problem(R"({"overlace": 1, "nodes": {}})", "", "missing key 'composite'");
  expect_problem(R"({"overlace": 1, "nodes": [], "composite": []})", "/nodes", "got an array");
}

TEST(Document, NodesAreChecked) {
  expect_problem(edited("draw_sample", "draw_smaple"), "/nodes/boxes/type",
                 "did you mean 'draw_sample'?");
  expect_problem(edited("\"type\": \"draw_sample\", ", ""), "/nodes/boxes", "missing key 'type'");
  expect_problem(edited("\"type\": \"draw_sample\"", "\"type\": 3"), "/nodes/boxes/type", "got 3");
  expect_problem(
      edited("{ \"type\": \"draw_sample\", \"inputs\": { \"tracks\": \"people\" } }", "7"),
      "/nodes/boxes", "expected a node object, got 7");
  expect_problem(edited("\"inputs\": { \"tracks\": \"people\" }",
                        "\"inputs\": { \"tracks\": \"people\" }, \"parms\": {}"),
                 "/nodes/boxes/parms", "did you mean 'params'?");
  expect_problem(
      edited("\"// note\": \"comments are ignored\"", "\"Bad Name\": {\"type\": \"track_sample\"}"),
      "/nodes/Bad Name", "is not a valid name");
}

TEST(Document, InputsAreChecked) {
  expect_problem(edited("\"links\": \"links\"", "\"links\": \"lnks\""), "/nodes/lines/inputs/links",
                 "no node 'lnks'; did you mean 'links'?");
  expect_problem(edited("\"links\": \"links\"", "\"links\": \"people\""),
                 "/nodes/lines/inputs/links",
                 "expects links, but 'people' makes tracks; nodes that fit: links");
  expect_problem(edited("\"links\": \"links\"", "\"links\": [\"links\"]"),
                 "/nodes/lines/inputs/links", "takes one node, got a list");
  expect_problem(edited("\"links\": \"links\"", "\"links\": 4"), "/nodes/lines/inputs/links",
                 "expected the name of a node, got 4");
  expect_problem(edited(", \"inputs\": { \"tracks\": \"people\" }", ""), "/nodes/boxes",
                 "input 'tracks' is missing; it takes tracks; nodes that fit: people");
  expect_problem(edited("\"tracks\": \"people\"", "\"tracks\": \"people\", \"x\": \"people\""),
                 "/nodes/boxes/inputs/x", "unknown key 'x'; one of: tracks");
}

TEST(Document, ParametersAreChecked) {
  const auto with = [](std::string_view param) {
    return edited(R"("params": { "color")", fmt::format(R"("params": {{ {}, "color")", param));
  };
  const auto expect = [&](std::string_view param, std::string_view pointer, std::string_view text) {
    expect_problem(with(param), fmt::format("/nodes/lines/params/{}", pointer), text);
  };
  expect(R"("opacitty": 1)", "opacitty", "did you mean 'opacity'?");
  expect(R"("opacity": 1.5)", "opacity", "a number from 0 to 1, got 1.5");
  expect(R"("opacity": "50%")", "opacity", "a number from 0 to 1, got '50%'");
  expect(R"("opacity": true)", "opacity", "got true");
  expect(R"("opacity": null)", "opacity", "got null");
  expect(R"("opacity": [1])", "opacity", "got an array");
  expect(R"("offset": 11)", "offset", "from -10 to 10 px, or a percentage of the frame height");
  expect(R"("offset": "11%")", "offset", "up to \"10%\", got '11%'");
  expect(R"("offset": "-11%")", "offset", "got '-11%'");
  expect(R"("offset": {"keyframes": [{"time": 0, "value": "11%"}]})", "offset/keyframes/0/value",
         "got '11%'");
  expect(R"("offset": "x%")", "offset", "got 'x%'");
  expect(R"("offset": "inf%")", "offset", "got 'inf%'");
  expect(R"("style": "doted")", "style",
         "one of solid, dotted, got 'doted'; did you mean 'dotted'?");
  expect(R"("style": 1)", "style", "got 1");
  const auto people = [](std::string_view param) { return edited("\"path\": \"$tracks\"", param); };
  expect_problem(people(R"("skip": 1.5)"), "/nodes/people/params/skip",
                 "an integer from 0 to 100 frames, got 1.5");
  expect_problem(people(R"("skip": 101)"), "/nodes/people/params/skip", "got 101");
  expect_problem(people(R"("skip": 1e30)"), "/nodes/people/params/skip", "got 1e+30");
  expect_problem(people(R"("classes": "person")"), "/nodes/people/params/classes",
                 "expected a list of strings, got 'person'");
  expect_problem(people(R"("classes": ["a", 2])"), "/nodes/people/params/classes/1", "got 2");
  expect_problem(people(R"("path": 5)"), "/nodes/people/params/path", "expected a string, got 5");
  expect_problem(edited("\"reach\": \"15%\"", "\"mutual\": 1"), "/nodes/links/params/mutual",
                 "expected true or false, got 1");
  EXPECT_TRUE(problems_of(people(R"("skip": 3.0)")).empty());
}

TEST(Document, PaintOrderIsChecked) {
  const auto with = [](std::string_view list) {
    return edited(R"([{ "node": "lines", "blend": "add", "opacity": 0.5 }, "boxes"])", list);
  };
  expect_problem(with("{}"), "/composite", "expected a list of drawings");
  expect_problem(with(R"(["links"])"), "/composite/0",
                 "expects a drawing, but 'links' makes links");
  expect_problem(with(R"(["boxse"])"), "/composite/0", "did you mean 'boxes'?");
  EXPECT_TRUE(problems_of(with(R"(["boxes", "boxes"])")).empty());  // read twice: needs a layer
  expect_problem(with(R"([{ "blend": "add" }])"), "/composite/0", "missing key 'node'");
  expect_problem(with(R"([{ "node": "boxes", "blend": "ad" }])"), "/composite/0/blend", "'add'");
  expect_problem(with(R"([{ "node": "boxes", "opacity": 2 }])"), "/composite/0/opacity", "0 to 1");
  expect_problem(with(R"([{ "node": "boxes", "opacity": {"map": "id"} }])"), "/composite/0/opacity",
                 "cannot be mapped");
  expect_problem(with(R"([{ "node": "boxes", "opactiy": 1 }])"), "/composite/0/opactiy",
                 "did you mean 'opacity'?");
  expect_problem(with("[3]"), "/composite/0", "expected the name of a node, got 3");
}

TEST(Document, DrawingsMayBeReadTwice) {
  const std::string text = edited(
      "\"boxes\": {",
      R"("both": { "type": "composite", "inputs": { "layers": ["boxes", "lines"] } }, "boxes": {)");
  const std::vector<Diagnostic> problems = problems_of(text);
  EXPECT_TRUE(problems.empty()) << listed(problems);
}

TEST(Document, CyclesAreNamed) {
  const std::vector<Diagnostic> problems =
      problems_of(R"({"overlace": 1, "composite": [], "nodes": {
    "z": { "type": "track_filter", "inputs": { "tracks": "c" } },
    "a": { "type": "track_filter", "inputs": { "tracks": "c" } },
    "b": { "type": "track_filter", "inputs": { "tracks": "a" } },
    "c": { "type": "track_filter", "inputs": { "tracks": "b" } } } })");
  ASSERT_EQ(problems.size(), 1U) << listed(problems);
  EXPECT_NE(problems[0].message.find("a -> b -> c"), std::string::npos) << problems[0].message;
  EXPECT_EQ(problems[0].message.find("z"), std::string::npos) << problems[0].message;
  expect_problem(R"({"overlace": 1, "composite": [], "nodes": {
    "a": { "type": "composite", "inputs": { "layers": ["a"] } } } })",
                 "/nodes/a", "a -> a");
}

TEST(Document, AllProblemsAreReportedAtOnce) {
  const std::vector<Diagnostic> problems = problems_of(R"({
  "overlace": 3,
  "nodes": {
    "people": { "type": "track_sampel" },
    "links": { "type": "link_sample",
      "params": { "reach": -1,
        "mutual": "yes" } }
  },
  "composite": ["links", "nobody"]
})");
  const auto expect = [&](std::string_view pointer, std::size_t line) {
    EXPECT_TRUE(std::any_of(problems.begin(), problems.end(),
                            [&](const Diagnostic& problem) {
                              return problem.location.pointer == pointer &&
                                     problem.location.line == line &&
                                     problem.location.file == "test.json";
                            }))
        << pointer << "\n"
        << listed(problems);
  };
  expect("/overlace", 2);
  expect("/nodes/people/type", 4);
  expect("/nodes/links", 5);
  expect("/nodes/links/params/reach", 6);
  expect("/nodes/links/params/mutual", 7);
  expect("/composite/0", 9);
  expect("/composite/1", 9);
  EXPECT_EQ(problems.size(), 7U) << listed(problems);
}

TEST(Document, ReportsStopAtFifty) {
  std::string text = R"({"overlace": 1, "composite": [], "nodes": {)";
  for (int i = 0; i < 9'000; ++i)
    text += fmt::format(R"({}"n{}": {{"type": "no_such_type"}})", i > 0 ? "," : "", i);
  const std::vector<Diagnostic> problems = problems_of(text + "}}");
  ASSERT_EQ(problems.size(), 51U);
  EXPECT_EQ(problems.back().message, "… and 8950 more");
}

TEST(Document, TooManyNodesAreRefused) {
  Json::Object nodes;
  for (int i = 0; i < 300'000; ++i) nodes.emplace_back(fmt::format("n{}", i), Json());
  Json document;
  document.set("overlace", 1);
  document.set("nodes", std::move(nodes));
  document.set("composite", Json::Array{});
  const std::vector<Diagnostic> problems = problems_in(document);
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].message, "300000 nodes; a graph has at most 10000");
}

TEST(Document, ALongChainOfNodesIsNoProblem) {
  std::string text = R"({"overlace": 1, "composite": [], "nodes": {"n0": {"type": "track_sample"})";
  for (int i = 1; i < 10'000; ++i)
    text += fmt::format(R"(,"n{}": {{"type": "track_filter", "inputs": {{"tracks": "n{}"}}}})", i,
                        i - 1);
  EXPECT_EQ(build(text + "}}").nodes.size(), 10'000U);
}

}  // namespace
}  // namespace overlace::test

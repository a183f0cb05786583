// SPDX-License-Identifier: Apache-2.0
// Optional ports in documents, the reference and the compiler.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "graph/compile/compile.h"
#include "sample_nodes.h"

namespace overlace::test {
namespace {

NodeType one_box() {
  return Node<SampleTracks>("one_box", Stage::tracks, "Makes a box.")
      .makes([](const SampleTracks&, TrackContext&) {
        const TrackRow row{.id = 1, .box = {0, 0, 1, 1}};
        return make_track_table({&row, 1}, {});
      });
}

/// Passes on its second input if it gets only that one.
NodeType track_pair() {
  return Node<SampleTracks>("track_pair", Stage::tracks, "Changes tracks.")
      .optional_input("base", Stage::tracks, "What to add to.",
                      [](const SampleTracks&) { return std::string(); })
      .input("more", Stage::tracks, "What to add.")
      .makes([](const SampleTracks&, TrackContext& context) {
        const bool one = context.inputs.size() == 2 && context.inputs.front() == nullptr;
        return one ? *context.inputs.back() : TrackTable();
      });
}

NodeType links() {
  return Node<SampleLinks>("links", Stage::links, "Makes links.")
      .input("points", Stage::tracks, "What to link.")
      .lowers<LinkOp>([](const SampleLinks&, const FrameTime&) { return LinkOp(LinkKnnOp()); });
}

/// Requires tracks if dotted.
NodeType drawing() {
  return Node<SampleDrawing>("drawing", Stage::drawing, "Draws.")
      .optional_input("tracks", Stage::tracks, "Where the dots are.",
                      [](const SampleDrawing& p) {
                        return std::string(p.style == SampleStyle::dotted ? "style 'dotted'" : "");
                      })
      .optional_input("links", Stage::links, "What to draw.",
                      [](const SampleDrawing&) { return std::string(); })
      .choice<SampleStyle>("style", &SampleDrawing::style,
                           {{"solid", SampleStyle::solid}, {"dotted", SampleStyle::dotted}},
                           "Kind of line.")
      .lowers<DrawOp>([](const SampleDrawing&, const FrameTime&) { return DrawOp(DrawFillOp{}); });
}

const Registry& nodes() {
  static const Registry registry(
      std::vector<NodeType>{one_box(), track_pair(), links(), drawing()});
  return registry;
}

/// A graph with a single drawing, whose JSON continues with `rest`, beside tracks and links.
Graph graph_of(std::string_view rest) {
  const std::string text = fmt::format(
      R"({{"overlace": 1, "composite": ["top"], "nodes": {{
          "box": {{"type": "one_box"}},
          "pair": {{"type": "track_pair", "inputs": {{"more": "box"}}}},
          "joined": {{"type": "links", "inputs": {{"points": "pair"}}}},
          "top": {{"type": "drawing"{}}}}}}})",
      rest);
  return build_graph(parse_json(text, "test.json"), "test.json", nodes());
}

std::shared_ptr<const Plan> plan_of(std::string_view rest) {
  const Graph graph = graph_of(rest);
  return compile(graph, analyse(graph, {.clip = {{64, 64}, {25, 1}, 10}}));
}

const DrawStep& drawn(const Plan& plan) {
  for (const Step& step : plan.steps)
    if (const auto* draw = std::get_if<DrawStep>(&step.work)) return *draw;
  throw Error(ErrorCode::internal, "nothing is drawn");
}

TEST(OptionalPorts, MayBeLeftOut) {
  for (const char* rest : {"", R"(, "inputs": {})", R"(, "params": {"style": "solid"})"}) {
    const auto plan = plan_of(rest);
    EXPECT_TRUE(plan->tracks.empty()) << rest;
    EXPECT_EQ(drawn(*plan).tracks, no_tracks) << rest;
    EXPECT_EQ(drawn(*plan).input, no_slot) << rest;
  }
}

TEST(OptionalPorts, AreReadWhereTheyAreWired) {
  const auto tracks_only =
      plan_of(R"(, "inputs": {"tracks": "box"}, "params": {"style": "dotted"})");
  EXPECT_EQ(drawn(*tracks_only).tracks, 0U);
  EXPECT_EQ(drawn(*tracks_only).input, no_slot);
  for (const char* inputs : {R"({"links": "joined"})", R"({"tracks": "box", "links": "joined"})"}) {
    const auto plan = plan_of(fmt::format(R"(, "inputs": {})", inputs));
    EXPECT_NE(drawn(*plan).tracks, no_tracks) << inputs;
    EXPECT_EQ(drawn(*plan).input, 0U) << inputs;
  }
}

TEST(OptionalPorts, KeepTheirPlaceAmongTheTablesOfATrackNode) {
  const auto plan = plan_of(R"(, "inputs": {"links": "joined"})");
  ASSERT_EQ(plan->track_names, (std::vector<std::string>{"box", "pair"}));
  EXPECT_EQ(plan->tracks[1]->row_count(), 1U);
}

TEST(OptionalPorts, AreAskedForByTheParametersThatNeedThem) {
  const auto expect_missing = [](std::string_view rest, std::string_view pointer) {
    try {
      (void)graph_of(rest);
      ADD_FAILURE() << rest;
    } catch (const Error& error) {
      ASSERT_EQ(error.problems().size(), 1U) << error.what();
      const Diagnostic& problem = error.problems().front();
      EXPECT_EQ(problem.location.pointer, pointer);
      EXPECT_EQ(problem.message,
                "input 'tracks' is missing; it takes tracks, which style 'dotted' needs");
      EXPECT_EQ(problem.hint, "name a node that makes tracks as input 'tracks'");
    }
  };
  expect_missing(R"(, "params": {"style": "dotted"})", "/nodes/top");
  expect_missing(R"(, "inputs": {"links": "joined"}, "params": {"style": "dotted"})",
                 "/nodes/top/inputs");
}

TEST(OptionalPorts, AreCheckedAsOthersAre) {
  EXPECT_THROW((void)graph_of(R"(, "inputs": {"tracks": "joined"})"), Error);
  EXPECT_THROW((void)graph_of(R"(, "inputs": {"tracks": "nobody"})"), Error);
  EXPECT_THROW((void)graph_of(R"(, "inputs": {"tracks": null})"), Error);
}

TEST(OptionalPorts, AreShownInTheReference) {
  EXPECT_NE(node_markdown(drawing()).find("| `tracks` | tracks, optional | Where the dots are. |"),
            std::string::npos);
  EXPECT_NE(node_help(drawing()).find("Where the dots are. (tracks, optional)"), std::string::npos);
  const Json json = nodes_json(nodes());
  const Json::Array& ports = json.as_array()[1].find("inputs")->as_array();
  EXPECT_TRUE(ports[0].find("optional")->as_bool());
  EXPECT_FALSE(ports[1].find("optional")->as_bool());
}

TEST(OptionalPorts, AreNotRequiredByTheSchema) {
  const Json schema = document_schema(nodes());
  const Json& definitions = *schema.find("definitions");
  const auto required = [&](const Json& of) { return of.find("required")->dump(); };
  const Json& top = *definitions.find("node_drawing");
  EXPECT_EQ(required(top), Json(Json::Array{"type"}).dump());
  const Json& pair = *definitions.find("node_track_pair");
  EXPECT_EQ(required(pair), Json(Json::Array{"type", "inputs"}).dump());
  EXPECT_EQ(required(*pair.find("properties")->find("inputs")), Json(Json::Array{"more"}).dump());
}

}  // namespace
}  // namespace overlace::test

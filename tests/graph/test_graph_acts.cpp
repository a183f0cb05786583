// SPDX-License-Identifier: Apache-2.0
// Acts on graphs: what names something follows, and nothing else changes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "graph/document/edit_graph.h"
#include "graph/document/edited_document.h"
#include "graph/document/graph_fragment.h"

namespace overlace::test {
namespace {

constexpr std::string_view document = R"json({
  "overlace": 1,
  "nodes": {
    "//": "gates of the north side",
    "people": { "type": "track_input", "params": { "path": "$tracks" } },
    "gate":   { "type": "track_line", "inputs": { "tracks": "people" },
                "params": { "name": "gate", "points": ["50% 30%", "50% 100%"] } },
    "busy":   { "type": "track_filter", "inputs": { "tracks": "gate" },
                "params": { "where": "gate.in > 3 && gate_since < 2", "classes": ["gate"] } },
    "all":    { "type": "track_merge", "inputs": { "tracks": ["gate", "busy"] } },
    "line":   { "type": "draw_zones", "inputs": { "tracks": "gate" }, "params": { "shapes": ["gate"] } },
    "boxes":  { "type": "draw_boxes", "inputs": { "tracks": "all" },
                "params": { "opacity": { "series": "gate.in", "from": [0, 9], "to": [0, 1] },
                            "color": { "map": "gate_since", "ramp": [[0, "#ffd23f"], [2, "#5ce1e6"]] } } },
    "count":  { "type": "draw_text", "params": { "text": "gate: in {gate.in:.0f}, {{gate.in}}" } }
  },
  "composite": ["line", { "node": "boxes", "opacity": { "expr": "min(1, gate.in)" } }, "count"]
}
)json";

constexpr std::string_view patch = R"({
  "overlace": 1,
  "extends": "gates",
  "nodes": { "boxes": { "params": { "stroke_width": 5 } } }
}
)";

Source find(const std::string& name) {
  if (name == "gates") return {std::string(document), "gates"};
  return {std::string(preset_text(name)), name};
}

GraphEdit edit_of(std::string_view text, const std::string& acts) {
  return edit_graph({std::string(text), "mine.json"}, read_acts(parse_json(acts, "acts")), find,
                    builtin_nodes());
}

/// The text after acts, which must bring no problem.
std::string after(std::string_view text, const std::string& acts) {
  const GraphEdit edit = edit_of(text, acts);
  for (const Diagnostic& problem : edit.problems) ADD_FAILURE() << problem.text();
  const std::string edited = apply_edits(text, edit.edits);
  EXPECT_EQ(apply_edits(edited, inverse_edits(text, edit.edits)), text);
  return edited;
}

Json merged(std::string_view text) {
  return EditedDocument({std::string(text), "mine.json"}, find).merged();
}

std::string error_of(std::string_view text, const std::string& acts) {
  try {
    (void)edit_of(text, acts);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::usage);
    return error.what();
  }
  return "accepted";
}

std::string with(std::string text,
                 std::initializer_list<std::pair<std::string_view, std::string_view>> changes) {
  for (const auto& [before, now] : changes) {
    const std::size_t at = text.find(before);
    EXPECT_NE(at, std::string::npos) << before;
    text.replace(at, before.size(), now);
  }
  return text;
}

const std::string whole(document);

// The series of a node that has its name goes with it; texts that only look like it stay.
TEST(GraphActs, RenamingANodeTakesEverythingAlong) {
  EXPECT_EQ(after(document, R"({"act": "rename", "node": "gate", "to": "door"})"),
            with(whole, {{"\"gate\":   {", "\"door\":   {"},
                         {"\"name\": \"gate\"", "\"name\": \"door\""},
                         {"\"tracks\": \"gate\"", "\"tracks\": \"door\""},
                         {"gate.in > 3 && gate_since < 2", "door.in > 3 && door_since < 2"},
                         {"[\"gate\", \"busy\"]", "[\"door\", \"busy\"]"},
                         {"\"tracks\": \"gate\"", "\"tracks\": \"door\""},
                         {"\"shapes\": [\"gate\"]", "\"shapes\": [\"door\"]"},
                         {"\"series\": \"gate.in\"", "\"series\": \"door.in\""},
                         {"\"map\": \"gate_since\"", "\"map\": \"door_since\""},
                         {"{gate.in:.0f}", "{door.in:.0f}"},
                         {"min(1, gate.in)", "min(1, door.in)"}}));
  EXPECT_EQ(after(document, R"({"act": "rename", "node": "boxes", "to": "frames"})"),
            with(whole, {{"\"boxes\":  {", "\"frames\":  {"},
                         {"\"node\": \"boxes\"", "\"node\": \"frames\""}}));
}

TEST(GraphActs, ASeriesIsRenamedAlone) {
  const std::string renamed =
      after(document, R"({"act": "rename", "series": "gate", "to": "in2"})");
  EXPECT_NE(renamed.find("\"gate\":   {"), std::string::npos);
  EXPECT_NE(renamed.find("\"tracks\": \"gate\""), std::string::npos);
  EXPECT_NE(renamed.find("\"series\": \"in2.in\""), std::string::npos);
  EXPECT_NE(renamed.find("\"classes\": [\"gate\"]"), std::string::npos);
}

TEST(GraphActs, KnobsAndColoursAreRenamed) {
  constexpr std::string_view text = R"({ "overlace": 1, "theme": { "ink": "#fff" },
  "knobs": { "accent": { "type": "color", "default": "#000" } },
  "nodes": { "a": { "type": "draw_fill", "params": { "color": "$accent" } },
             "b": { "type": "draw_fill", "params": { "color": "$theme.ink" } } }, "composite": ["a", "b"] })";
  EXPECT_EQ(after(text, R"([{"act": "rename", "knob": "accent", "to": "main"},
                            {"act": "rename", "color": "ink", "to": "paper"}])"),
            with(std::string(text), {{"\"ink\"", "\"paper\""},
                                     {"\"accent\"", "\"main\""},
                                     {"$accent", "$main"},
                                     {"$theme.ink", "$theme.paper"}}));
}

TEST(GraphActs, RemovingANodeTakesItsWires) {
  const GraphEdit edit = edit_of(document, R"({"act": "remove", "node": "busy"})");
  const Json now = parse_json(apply_edits(document, edit.edits), "now");
  EXPECT_EQ(now.find("nodes")->find("busy"), nullptr);
  EXPECT_EQ(*json_at(now, {"nodes", "all", "inputs", "tracks"}), Json(Json::Array{"gate"}));
  EXPECT_TRUE(edit.problems.empty());
  const GraphEdit all = edit_of(document, R"({"act": "remove", "node": "all"})");
  ASSERT_EQ(all.problems.size(), 1U);
  EXPECT_NE(all.problems.front().message.find("'tracks' is missing"), std::string::npos);
  const Json without = merged(after(document, R"({"act": "remove", "node": "boxes"})"));
  EXPECT_EQ(*without.find("composite"), Json(Json::Array{"line", "count"}));
}

TEST(GraphActs, NodesAreAddedAndShown) {
  const std::string added =
      after(document, R"({"act": "add", "type": "draw_boxes", "inputs": {"tracks": "people"},
                                                "params": {"padding": 4}})");
  EXPECT_EQ(added, with(whole, {{"{{gate.in}}\" } }\n",
                                 "{{gate.in}}\" } },\n    \"boxes_2\": { \"type\": \"draw_boxes\", "
                                 "\"inputs\": { \"tracks\": "
                                 "\"people\" }, \"params\": { \"padding\": 4 } }\n"},
                                {"\"count\"]", "\"count\", \"boxes_2\"]"}}));
  const GraphEdit edit = edit_of(document, R"({"act": "add", "type": "link_knn"})");
  EXPECT_EQ(edit.added, std::vector<std::string>{"knn"});
  ASSERT_EQ(edit.problems.size(), 1U);  // it is not wired yet
  EXPECT_EQ(edit.problems.front().location.pointer, "/nodes/knn");
}

TEST(GraphActs, WiresAreLaidWhereTheyFit) {
  EXPECT_EQ(after(document, R"({"act": "connect", "from": "people", "to": "boxes"})"),
            with(whole, {{"\"tracks\": \"all\"", "\"tracks\": \"people\""}}));
  EXPECT_EQ(after(document, R"({"act": "connect", "from": "people", "to": "all", "at": 0})"),
            with(whole, {{"[\"gate\", \"busy\"]", "[\"people\", \"gate\", \"busy\"]"}}));
  EXPECT_EQ(
      after(document, R"({"act": "disconnect", "node": "all", "port": "tracks", "from": "gate"})"),
      with(whole, {{"[\"gate\", \"busy\"]", "[\"busy\"]"}}));
  EXPECT_NE(
      error_of(document, R"({"act": "connect", "from": "line", "to": "boxes", "port": "tracks"})")
          .find("takes tracks, but 'line' makes"),
      std::string::npos);
  EXPECT_NE(error_of(document, R"({"act": "connect", "from": "all", "to": "gate"})").find("circle"),
            std::string::npos);
  EXPECT_NE(
      error_of(document, R"({"act": "connect", "from": "gate", "to": "gate"})").find("itself"),
      std::string::npos);
}

TEST(GraphActs, AnyParameterBecomesAKnob) {
  const std::string made =
      after(document, R"({"act": "make_knob", "param": "boxes.corner_radius", "doc": "Corners"})");
  const Json now = parse_json(made, "made");
  EXPECT_EQ(*json_at(now, {"nodes", "boxes", "params", "corner_radius"}), Json("$corner_radius"));
  EXPECT_EQ(*json_at(now, {"knobs", "corner_radius", "type"}), Json("number"));
  EXPECT_EQ(now.as_object()[1].first, "knobs");  // before the nodes, as in the presets
  EXPECT_NE(
      error_of(made, R"({"act": "make_knob", "param": "boxes.corner_radius"})").find("already"),
      std::string::npos);
  // A knob of every parameter of every preset stands for what was there.
  std::size_t count = 0;
  for (const std::string& name : preset_names()) {
    const std::string text(preset_text(name));
    const Json graph = merged(text);
    for (const std::string& node : names_in(graph.find("nodes")))
      for (const std::string& param : names_in(json_at(graph, {"nodes", node, "params"}))) {
        const Json& value = *json_at(graph, {"nodes", node, "params", param});
        if (refers_to_others(value) || value.is_array() || ++count % 7 != 0) continue;
        after(text, fmt::format(R"({{"act": "make_knob", "param": "{}.{}"}})", node, param));
      }
  }
  EXPECT_GT(count, 300U);
}

TEST(GraphActs, APatchOverridesWhatItInherits) {
  const auto painted = [](const std::string& text) { return *merged(text).find("composite"); };
  const std::string renamed = after(patch, R"({"act": "rename", "node": "boxes", "to": "frames"})");
  EXPECT_EQ(merged(renamed).find("nodes")->find("boxes"), nullptr);
  EXPECT_EQ(*json_at(merged(renamed), {"nodes", "frames", "params", "stroke_width"}), Json(5));
  EXPECT_EQ(*json_at(painted(renamed), {"1", "node"}), Json("frames"));
  const std::string removed = after(patch, R"({"act": "remove", "node": "boxes"})");
  EXPECT_EQ(painted(removed), Json(Json::Array{"line", "count"}));
  EXPECT_NE(removed.find("\"boxes\": null"), std::string::npos);
  const std::string moved = after(patch, R"({"act": "move", "item": "/composite/2", "to": 0})");
  EXPECT_EQ(painted(moved).as_array().front(), Json("count"));
  EXPECT_EQ(after(patch, R"({"act": "reset", "target": "boxes.stroke_width"})"),
            with(std::string(patch),
                 {{",\n  \"nodes\": { \"boxes\": { \"params\": { \"stroke_width\": 5 } } }", ""}}));
  EXPECT_NE(error_of(patch, R"({"act": "reset", "target": "boxes.opacity"})").find("inherited"),
            std::string::npos);
  // A node that was removed and comes again has nothing of the inherited one.
  const std::string again =
      after(removed, R"({"act": "add", "type": "draw_fill", "node": "boxes"})");
  EXPECT_EQ(*merged(again).find("nodes")->find("boxes"), Json(Json::Object{{"type", "draw_fill"}}));
}

TEST(GraphActs, CopiesHaveNamesOfTheirOwn) {
  const Json copied = copy_nodes(merged(document), {"gate", "boxes", "busy"});
  const Json act = Json::Object{{"act", "paste"}, {"fragment", copied}};
  const std::string once = after(document, act.dump());
  const Json now = merged(once);
  EXPECT_EQ(*json_at(now, {"nodes", "gate_2", "params", "name"}), Json("gate_2"));
  EXPECT_EQ(*json_at(now, {"nodes", "gate_2", "inputs", "tracks"}), Json("people"));
  EXPECT_EQ(*json_at(now, {"nodes", "busy_2", "inputs", "tracks"}), Json("gate_2"));
  EXPECT_EQ(*json_at(now, {"nodes", "busy_2", "params", "where"}),
            Json("gate_2.in > 3 && gate_2_since < 2"));
  EXPECT_EQ(*json_at(now, {"composite", "3", "node"}), Json("boxes_2"));
  EXPECT_EQ(*json_at(merged(after(once, act.dump())), {"nodes", "busy_3", "inputs", "tracks"}),
            Json("gate_3"));
  // Elsewhere, wires to what is not there are cut.
  constexpr std::string_view empty = "{\"overlace\": 1, \"nodes\": {}, \"composite\": []}";
  const GraphEdit edit = edit_of(empty, act.dump());
  EXPECT_EQ(edit.added, (std::vector<std::string>{"gate", "busy", "boxes"}));
  const Json pasted = merged(apply_edits(empty, edit.edits));
  EXPECT_EQ(json_at(pasted, {"nodes", "gate", "inputs", "tracks"}), nullptr);
  EXPECT_EQ(*json_at(pasted, {"nodes", "busy", "inputs", "tracks"}), Json("gate"));
}

TEST(GraphActs, KnobsComeWithACopy) {
  const Json constellation = merged(preset_text("constellation"));
  const Json copied = copy_nodes(constellation, {"dim"});
  EXPECT_EQ(names_in(copied.find("knobs")), std::vector<std::string>{"dim"});
  const Json act = Json::Object{{"act", "paste"}, {"fragment", copied}};
  EXPECT_NE(json_at(merged(after(document, act.dump())), {"knobs", "dim"}), nullptr);
}

TEST(GraphActs, WhatMakesNoSenseIsRefused) {
  const auto expect = [](const std::string& act, std::string_view words) {
    const std::string error = error_of(document, act);
    EXPECT_NE(error.find(words), std::string::npos) << error;
  };
  expect(R"({"act": "renam"})", "rename");
  expect(R"({"act": "rename", "node": "gate"})", "'to'");
  expect(R"({"act": "rename", "to": "gate"})", "nothing to rename");
  expect(R"({"act": "rename", "node": "gaet", "to": "a"})", "gate");
  expect(R"({"act": "rename", "node": "gate", "to": "busy"})", "already");
  expect(R"({"act": "rename", "node": "gate", "to": "My gate"})", "lower-case");
  expect(R"({"act": "set", "target": "boxes.opacity", "value": 1, "unit": "%"})", "unit");
  expect(R"({"act": "set", "target": "boxes.style", "value": "elipse"})", "ellipse");
  expect(R"({"act": "add", "type": "draw_box"})", "draw_boxes");
  expect(R"({"act": "move", "item": "/composite/0", "to": 9})", "last one is 2");
  expect(R"({"act": "move", "item": "/composite/0", "to": -1})", "index from 0");
  expect(R"({"act": "disconnect", "node": "boxes", "port": "trakcs"})", "tracks");
  expect(R"({"act": "paste", "fragment": {"composite": []}})", "no fragment");
  expect(R"([{"act": "remove", "node": "boxes"}, {"act": "remove", "node": "boxes"}])", "no node");
  expect("3", "expected an act");
}

// On all presets: a node that is renamed and renamed back leaves the bytes. The other name is as
// long, so that no line gets too long.
TEST(GraphActs, PresetsComeBackFromEveryRename) {
  const auto rename = [](const std::string& node, const std::string& to) {
    return fmt::format(R"({{"act": "rename", "node": "{}", "to": "{}"}})", node, to);
  };
  for (const std::string& name : preset_names()) {
    const std::string text(preset_text(name));
    const Json preset = parse_json(text, name);
    if (preset.find("extends") != nullptr) continue;
    for (const std::string& node : names_in(preset.find("nodes"))) {
      const std::string other(node.size(), 'q');
      const std::string there = after(text, rename(node, other));
      ASSERT_EQ(json_at(parse_json(there, name), {"nodes", node}), nullptr) << name;
      ASSERT_EQ(after(there, rename(other, node)), text) << name << " " << node;
    }
  }
}

}  // namespace
}  // namespace overlace::test

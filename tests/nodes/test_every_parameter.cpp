// SPDX-License-Identifier: Apache-2.0
// Every parameter of every frame node changes the picture: none is accepted and then ignored.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/nodes/harness.h"

namespace overlace::test {
namespace {

/// Twelve moving objects, some not in a straight line, close together and near the left edge, each
/// with its own embedding.
TrackTable walkers() {
  std::vector<std::vector<TrackRow>> frames(12);
  for (int f = 0; f < 12; ++f)
    for (int i = 0; i < 12; ++i) {
      const auto x = static_cast<float>(3 + 15 * i + (i % 3) * f),
                 y = static_cast<float>(8 + (i * 29) % 70 + (i % 2) * (f % 4));
      frames[static_cast<std::size_t>(f)].push_back(
          {.box = {x, y, 14, static_cast<float>(12 + 2 * i)},
           .class_index = i % 2,
           .score = static_cast<float>(i) / 12});
    }
  TrackTable table = tracks_of(frames);
  table.skeletons = {{"walker", {"head", "foot", "hand"}, {{0, 1}, {1, 2}}}};
  table.skeleton.assign(table.row_count(), 0);
  for (std::uint32_t row = 0; row < table.row_count(); ++row) {
    const Box& b = table.box[row];
    const Vec2 right{b.x + b.width, b.y}, below{b.x, b.y + b.height};
    table.key_points.put(row, std::vector<KeyPoint>{{{b.x, b.y}, 0.9F, PointState::visible},
                                                    {right, 0.5F, PointState::hidden},
                                                    {below, 0.9F, PointState::visible}});
    if (row % 12 == 11) continue;  // no outline
    const Vec2 beside{b.x - 1, b.y + b.height / 2};
    table.outlines.put(
        row, std::vector<OutlinePoint>{{{b.x, b.y}, 0}, {right, 0}, {below, 0}, {beside, 0}});
  }
  table.class_names = {"0", "1"};
  CameraPath pan{0, {}};
  for (int f = 0; f < 12; ++f) pan.to_scene.push_back({{1, 0, 3.0 * f, 0, 1, 0, 0, 0, 1}});
  table.camera = std::make_shared<const CameraPath>(pan);
  table.shapes = {{"gate", {{10, 30}, {180, 60}}}, {"yard", {{20, 20}, {90, 30}, {60, 80}}, true}};
  table.series = {std::make_shared<const Series>(Series{.name = "yard.now", .values = {3}})};
  table.marks = {{.frame = 5, .name = "yard", .event = "enter", .id = 3, .at = {40, 40}},
                 {.frame = 6, .name = "gate", .event = "in", .id = 4, .at = {60, 40}}};
  AttributeColumn team{"team", {}, {"red", "blue", "green"}};
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    team.values.push_back(static_cast<float>(row % 3));
  table.attributes.push_back(std::move(team));
  table.embedding_size = 2;
  for (std::uint32_t row = 0; row < table.row_count(); ++row)
    for (const std::uint32_t factor : {3U, 5U})
      table.embedding.push_back(static_cast<float>((row % 12) * factor % 7) - 2);
  return table;
}

std::string inputs_of(const NodeType& type) {
  std::string inputs;
  for (const Port& port : type.inputs) {
    const char* from = port.stage == Stage::tracks   ? R"("tracks")"
                       : port.stage == Stage::links  ? R"("links")"
                       : port.stage == Stage::audio  ? R"("sound")"
                       : port.stage == Stage::curves ? R"("curves")"
                       : port.many                   ? R"(["marks"])"
                                                     : R"("marks")";
    inputs += fmt::format(R"({}"{}": {})", inputs.empty() ? "" : ", ", port.name, from);
  }
  return inputs;
}

constexpr int shown_frame = 7;

/// Draws a graph in which `type` is visible with these parameters; other stages have their
/// defaults. Draws frames from `first` up to the one that is returned.
std::vector<std::uint8_t> picture(const NodeType& type, const Json& params,
                                  int first = shown_frame) {
  std::string nodes = R"("ground": {"type": "draw_fill", "params": {"color": "#30507080"}},
      "marks": {"type": "draw_points", "inputs": {"tracks": "tracks"},
                "params": {"size": 14, "color": "#e0a040"}},
      "heard": {"type": "audio_input"},
      "levels": {"type": "audio_levels", "inputs": {"audio": "heard"}},
      "sound": {"type": "audio_spectrum", "inputs": {"audio": "levels"},
                "params": {"size": 256, "hop": 64, "phase": true}},)";
  const std::string node = fmt::format(R"({{"type": "{}", "inputs": {{{}}}, "params": {}}})",
                                       type.name, inputs_of(type), params.dump());
  const auto stage = [&](Stage s, const char* other) {
    return type.stage == s || (s == Stage::layer && type.stage == Stage::picture) ||
                   (accepts(s, type.stage) && s == Stage::layer)
               ? node
               : std::string(other);
  };
  nodes +=
      R"("links": )" + stage(Stage::links, R"({"type": "link_knn", "inputs": {"points": "tracks"},
                                                    "params": {"k": 1, "max_distance": 0}})");
  nodes += R"(, "curves": )" +
           stage(Stage::curves, R"({"type": "curve_bezier", "inputs": {"links": "links"}})");
  nodes +=
      R"(, "top": )" + stage(Stage::layer, R"({"type": "draw_lines", "inputs": {"curves": "curves"},
                                                      "params": {"width": 2}})");
  // A node that changes the picture needs something on it.
  const bool on_picture = type.stage == Stage::picture;
  GraphRun run(nodes, on_picture ? R"(["ground", "marks", "top"])" : R"(["ground", "top"])",
               walkers());
  for (int frame = first; frame <= shown_frame; ++frame) run.draw(frame);
  return run.picture().rgb;
}

/// Values other than `now` that a row may accept.
std::vector<Json> others(const ParamRow& row, const Json& now) {
  std::vector<Json> values;
  if (row.kind == ParamKind::boolean) return {Json(!now.as_bool())};
  if (row.kind == ParamKind::color) return {Json("#10fa20c0")};
  if (row.kind == ParamKind::file) return {Json("other")};
  if (row.kind == ParamKind::text_list)
    return {Json(Json::Array{"#10fa20c0"}), Json(Json::Array{"yard"}), Json(Json::Array{"1"}),
            Json(Json::Array{"0=person", "1=car"}), Json(Json::Array{"0% 0%", "25% 25%"})};
  if (row.kind == ParamKind::text)
    return {Json("monospace"), Json("other {id?}"), Json("{frame}"),
            Json("12:34:56"),  Json("team"),        Json("30% 70%")};
  for (const std::string& choice : row.choices)
    if (now.as_string() != choice) values.emplace_back(choice);
  if (row.kind != ParamKind::number && row.kind != ParamKind::integer) return values;
  for (const double value : {0.4, 3.0, 0.0, 1.0, 17.0, 60.0}) {
    if (value < row.range.min || value > row.range.max) continue;
    if (row.kind == ParamKind::number)
      values.emplace_back(value);
    else if (value == std::floor(value))
      values.emplace_back(static_cast<std::int64_t>(value));
  }
  return values;
}

/// The node's example for one of its parameters, or for the whole node.
Json example_of(const NodeType& type, std::string_view param) {
  using Example = NodeType::Example;
  const auto example = [&](std::string_view of, bool is_added) -> const Example* {
    const auto found = std::ranges::find_if(type.examples, [&](const Example& one) {
      return one.param == of && one.is_added == is_added;
    });
    return found == type.examples.end() ? nullptr : &*found;
  };
  const Example* own = example(param, false);
  if (own == nullptr) own = example("", false);
  Json json =
      own == nullptr ? Json(Json::Object{}) : parse_json(std::string(own->params), "example");
  if (const Example* const more = example(param, true); more != nullptr) {
    const Json added = parse_json(std::string(more->params), "example");
    for (const auto& [name, value] : added.as_object())
      if (type.find_param(name) != nullptr) json.set(name, value);
  }
  return json;
}

bool changes_picture(const NodeType& type, const ParamRow& row) {
  const Json base = example_of(type, row.name);
  const auto before = picture(type, base);
  const auto defaults = type.make_params();
  const Json* set = base.find(row.name);
  for (const Json& value : others(row, set != nullptr ? *set : row.write(defaults.get()))) {
    Json changed = base;
    changed.set(row.name, value);
    try {
      if (picture(type, changed) != before) return true;
    } catch (const Error&) {
      continue;  // not a value for this text (a font that is missing, an unknown token)
    }
  }
  return false;
}

class EveryParameter : public ::testing::TestWithParam<std::string> {};

TEST_P(EveryParameter, ChangesThePicture) {
  const NodeType& type = *builtin_nodes().find(GetParam());
  for (const ParamRow& row : type.params)
    EXPECT_EQ(
        changes_picture(type, row),
        std::ranges::count(type.unseen, row.name, [](const auto& one) { return one.first; }) == 0)
        << row.name;
}

/// A frame does not depend on the frames drawn before it.
TEST_P(EveryParameter, AnyFrameStandsAlone) {
  const NodeType& type = *builtin_nodes().find(GetParam());
  std::vector<Json> all = {example_of(type, "")};
  for (const NodeType::Example& example : type.examples)
    if (!example.is_added) all.push_back(example_of(type, example.param));
  for (const Json& params : all)
    EXPECT_EQ(picture(type, params), picture(type, params, 0)) << params.dump();
}

std::vector<std::string> frame_nodes() {
  std::vector<std::string> names;
  for (const NodeType& type : builtin_nodes().types())
    if (!is_of_clip(type.stage) && type.stage != Stage::sound) names.push_back(type.name);
  return names;
}

INSTANTIATE_TEST_SUITE_P(Of, EveryParameter, ::testing::ValuesIn(frame_nodes()),
                         [](const auto& node) { return node.param; });

}  // namespace
}  // namespace overlace::test

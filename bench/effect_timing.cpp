// SPDX-License-Identifier: Apache-2.0
// Effects in graphs, timed.
#include "bench/effect_timing.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <string_view>

#include "bench/reference_graph.h"
#include "graph/core/error.h"
#include "graph/types/registry.h"

namespace overlace {
namespace {

/// Parameters that a row has instead of the defaults; lengths are for 2160 rows. A type without
/// variants has one row, with the defaults.
struct Variant {
  std::string_view type, params;
  bool of_objects = false;
};
constexpr Variant variants[] = {
    {"effect_blur", R"({"sigma": "0.0925926%"})"},
    {"effect_blur", R"({"sigma": "0.462963%"})"},
    {"effect_blur", R"({"sigma": "1.85185%"})"},
    {"effect_grade", R"({"gain": 1.2, "saturation": 0.5})"},
    {"effect_warp", R"({"kind": "noise"})"},
    {"effect_warp", R"({"radius": "1.48148%"})", true},
    {"picture_blur", R"({"sigma": "0.185185%"})"},
    {"picture_blur", R"({"sigma": "0.462963%"})"},
    {"picture_blur", R"({"sigma": "2%"})"},
    {"picture_grade", R"({"gain": 1.2, "saturation": 0.5})"},
    {"picture_insets", R"({"slots": 20, "size": "10%"})"},
};

constexpr const char* effect_graph = R"({"overlace": 1,
  "nodes": {
    "objects": {"type": "track_file", "params": {"path": "the scene"}},
    "links": {"type": "link_knn", "inputs": {"points": "objects"},
              "params": {"k": 5, "max_distance": 0, "once": false}},
    "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"bend": 0.3}},
    "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
              "params": {"width": "0.138888889%", "color": {"map": "id", "palette": "bright"}}},
    "boxes": {"type": "draw_boxes", "inputs": {"tracks": "objects"},
              "params": {"corner_radius": "0.555555556%", "stroke_width": "0.138888889%",
                         "fill": "#5ce1e633", "color": {"map": "id", "palette": "bright"}}},
    "drawing": {"type": "composite", "inputs": {"layers": ["lines", "boxes"]}}},
  "composite": ["effect"]})";
constexpr const char* picture_graph = R"({"overlace": 1,
  "nodes": {
    "objects": {"type": "track_file", "params": {"path": "the scene"}},
    "boxes": {"type": "draw_boxes", "inputs": {"tracks": "objects"},
              "params": {"corner_radius": 0, "stroke_width": 0, "fill": "#ffffff"}}},
  "composite": ["effect"]})";

const NodeType& effect_type(std::string_view name) {
  const NodeType* type = builtin_nodes().find(name);
  if (type == nullptr || type->inputs.empty())
    throw Error(ErrorCode::usage, fmt::format("there is no effect '{}'", name));
  return *type;
}

bool is_effect(const NodeType& type) {
  return type.name.starts_with("effect_") || type.stage == Stage::picture;
}

std::vector<std::string> effect_names() {
  std::vector<std::string> names;
  for (const NodeType& type : builtin_nodes().types())
    if (is_effect(type)) names.push_back(type.name);
  return names;
}

/// The rows of a type, or one with its defaults.
std::vector<BenchEffect> effects_of(const std::string& type) {
  std::vector<BenchEffect> effects;
  for (const Variant& variant : variants)
    if (variant.type == type)
      effects.push_back({type, parse_json(variant.params, type), variant.of_objects});
  if (effects.empty()) effects.push_back({.type = type});
  return effects;
}

}  // namespace

std::string name_of(const BenchEffect& effect) {
  std::string name = effect.type;
  for (const auto& [key, value] : effect.params.as_object())
    name += fmt::format(", {} {}", key, value.is_string() ? value.as_string() : value.dump());
  return effect.of_objects ? name + ", of 100 objects" : name;
}

void check_effect_names(const std::vector<std::string>& rows) {
  const std::vector<std::string> names = effect_names();
  for (const std::string& row : rows)
    if (std::ranges::find(names, row) == names.end())
      throw Error(ErrorCode::usage, fmt::format("there is no effect '{}'", row),
                  suggest(row, names), SourceLocation{"--rows"});
}

std::vector<BenchEffect> bench_effects(const std::vector<std::string>& types) {
  check_effect_names(types);
  std::vector<BenchEffect> effects;
  for (const std::string& type : types.empty() ? effect_names() : types)
    std::ranges::move(effects_of(type), std::back_inserter(effects));
  return effects;
}

std::shared_ptr<const Plan> bench_effect_plan(const BenchEffect& effect, Size size,
                                              std::uint32_t seed) {
  const NodeType* type = effect.type.empty() ? nullptr : &effect_type(effect.type);
  const bool on_picture = type != nullptr && type->stage == Stage::picture;
  // Boxes of the reference scene cover 46 % of the picture on average.
  const BenchPlanOptions scene{.size = size, .points = on_picture ? 22 : 100, .seed = seed};
  Json graph = parse_json(on_picture ? picture_graph : effect_graph, "the scene");
  Json inputs, node;
  if (type == nullptr) {
    inputs.set("layers", Json::Array{"drawing"});
  } else {
    const Port& first = type->inputs[0];
    inputs.set(first.name, first.stage == Stage::tracks ? "objects"
                           : on_picture                 ? "boxes"
                                                        : "drawing");
    if (effect.of_objects) inputs.set("strokes", "objects");
    node.set("params", effect.params);
  }
  node.set("type", type == nullptr ? "composite" : effect.type);
  node.set("inputs", std::move(inputs));
  graph.find("nodes")->set("effect", std::move(node));
  const Session session({std::move(graph), "the scene"}, bench_sources(scene));
  return session.plan(session.analyse(), {.layered = type == nullptr});
}

int run_bench_effects(const BenchGraphsOptions& options) {
  const std::vector<BenchEffect> effects = bench_effects(options.rows);
  std::vector<std::string> names;
  for (const BenchEffect& effect : effects) names.push_back(name_of(effect));
  GraphTable table(options, names);
  if (options.rows.empty())
    table.print("no effect", bench_effect_plan({}, options.size, options.seed));
  for (std::size_t i = 0; i < effects.size(); ++i)
    table.print(names[i], bench_effect_plan(effects[i], options.size, options.seed));
  return table.finish() ? 0 : 1;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The reference scene, compiled.
#include "tools/bench_plan.h"

#include <array>

#include "graph/compile.h"
#include "graph/core/json.h"
#include "graph/registry.h"
#include "tools/bench_scene.h"

namespace overlace {
namespace {

constexpr const char* scene_graph = R"({"overlace": 1,
  "nodes": {
    "things": {"type": "track_file", "params": {"path": "the scene"}},
    "links": {"type": "link_knn", "inputs": {"points": "things"},
              "params": {"k": 5, "max_distance": 0, "once": false}},
    "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"bend": 0.3}},
    "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
              "params": {"width": 3, "opacity": 0.8, "color": {"map": "id", "palette": "bright"}}},
    "boxes": {"type": "draw_boxes", "inputs": {"tracks": "things"},
              "params": {"corner_radius": 12, "stroke_width": 3, "fill": "#5ce1e633",
                         "color": {"map": "id", "palette": "bright"}}}},
  "composite": ["lines", "boxes"]})";

/// How many of the scene's things are there in a frame.
std::size_t things_in(const BenchPlanOptions& options, int frame) {
  const auto all = static_cast<std::size_t>(options.points);
  const std::array<std::size_t, 4> counts = {all, 0, 1, all - 1};
  return options.varying ? counts[static_cast<std::size_t>(frame) % counts.size()] : all;
}

}  // namespace

TrackTable bench_tracks(const BenchPlanOptions& options) {
  BenchScene scene(options.size, options.points, true, options.seed);
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < options.frames; ++frame) {
    scene.move();
    const std::size_t count = things_in(options, frame);
    for (std::size_t i = 0; i < count; ++i)
      rows.push_back({.frame = frame, .id = static_cast<TrackId>(i + 1), .box = scene.box(i)});
  }
  return make_track_table(rows, {});
}

std::shared_ptr<const Plan> bench_plan(const BenchPlanOptions& options) {
  const Graph graph =
      build_graph(parse_json(scene_graph, "the scene"), "the scene", builtin_nodes());
  CompileOptions compile_options;
  compile_options.clip = {.size = options.size, .frame_rate = {60}, .frame_count = options.frames};
  compile_options.layered = options.layered;
  compile_options.read_tracks = [&](const std::string&) { return bench_tracks(options); };
  return compile(graph, compile_options);
}

}  // namespace overlace

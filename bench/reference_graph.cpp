// SPDX-License-Identifier: Apache-2.0
// The reference scene, compiled.
#include "bench/reference_graph.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>

#include "bench/reference_scene.h"

namespace overlace {
namespace {

constexpr const char* scene_graph = R"({"overlace": 1,
  "nodes": {
    "objects": {"type": "track_file", "params": {"path": "the scene"}},
    "links": {"type": "link_knn", "inputs": {"points": "objects"},
              "params": {"k": 5, "max_distance": 0, "once": false}},
    "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"bend": 0.3}},
    "lines": {"type": "draw_lines", "inputs": {"curves": "curves"},
              "params": {"width": "0.138888889%", "opacity": 0.8, "color": LINES}},
    "boxes": {"type": "draw_boxes", "inputs": {"tracks": "objects"},
              "params": {"corner_radius": "0.555555556%", "stroke_width": "0.138888889%",
                         "fill": "#5ce1e633", "color": BOXES}},
    "labels": {"type": "draw_labels", "inputs": {"tracks": "objects"},
               "params": {"text": "thing {id}", "plate": "#0a0d12a6"}}},
  "composite": ["lines", "boxes"LABELS]})";

/// Colours of lines and boxes: by object, or by track age; all tracks begin with the clip.
std::string color_text(const BenchPlanOptions& options) {
  if (!options.lively) return R"({"map": "id", "palette": "bright"})";
  return fmt::format(R"({{"map": "age", "ramp": "turbo", "from": [0, {}]}})", options.frames);
}

std::string graph_text(const BenchPlanOptions& options) {
  std::string text = scene_graph;
  const auto fill_in = [&](std::string_view place, const std::string& with) {
    text.replace(text.find(place), place.size(), with);
  };
  fill_in("LINES", color_text(options));
  fill_in("BOXES", color_text(options));
  fill_in("LABELS", options.labels ? R"(, "labels")" : "");
  return text;
}

/// How many of the scene's objects are present in a frame.
std::size_t objects_in(const BenchPlanOptions& options, int frame) {
  const auto all = static_cast<std::size_t>(options.points);
  if (options.lively) {
    const std::size_t spare = all / 50 + 1;
    return all - static_cast<std::size_t>(frame) * 7 % spare;
  }
  const std::array<std::size_t, 4> counts = {all, 0, 1, all - 1};
  return options.varying ? counts[static_cast<std::size_t>(frame) % counts.size()] : all;
}

}  // namespace

TrackTable bench_tracks(const BenchPlanOptions& options) {
  BenchScene scene({.size = options.size,
                    .points = options.points,
                    .box_scale = options.box_scale,
                    .seed = options.seed});
  std::vector<TrackRow> rows;
  for (int frame = 0; frame < options.frames; ++frame) {
    scene.move();
    const std::size_t count = objects_in(options, frame);
    for (std::size_t i = 0; i < count; ++i)
      rows.push_back({.frame = frame, .id = static_cast<TrackId>(i + 1), .box = scene.box(i)});
  }
  return make_track_table(rows, {});
}

ClipInfo bench_clip(const BenchPlanOptions& options) {
  return {.size = options.size, .frame_rate = {60}, .frame_count = options.frames};
}

SessionDocument bench_document(const BenchPlanOptions& options) {
  return {parse_json(graph_text(options), "the scene"), "the scene"};
}

ClipSources bench_sources(const BenchPlanOptions& options) {
  return {.clip = bench_clip(options),
          .read_tracks = [options](const std::string& /*path*/) { return bench_tracks(options); }};
}

std::shared_ptr<const Plan> bench_plan(const BenchPlanOptions& options) {
  const Session session(bench_document(options), bench_sources(options));
  return session.plan(session.analyse(), {.layered = options.layered});
}

}  // namespace overlace

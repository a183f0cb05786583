// SPDX-License-Identifier: Apache-2.0
// Looks in graphs, timed.
#include "bench/looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "bench/reference_graph.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

/// A graph without its objects, which are "people".
struct Look {
  std::string_view name;
  int objects;
  std::string_view nodes, composite;
  float box_scale = 1;
};

constexpr std::string_view annotated =
    R"("boxes": {"type": "draw_boxes", "inputs": {"tracks": "people"}},
        "labels": {"type": "draw_labels", "inputs": {"tracks": "people"}},
        "traces": {"type": "draw_trails", "inputs": {"tracks": "people"}, "params": {"frames": 30}})";

constexpr Look looks[] = {
    {"nothing", 100,
     R"("look": {"type": "draw_boxes", "inputs": {"tracks": "people"}, "params": {"opacity": 0}})",
     R"(["look"])"},
    {"annotated 20", 20, annotated, R"(["traces", "boxes", "labels"])"},
    {"annotated 100", 100, annotated, R"(["traces", "boxes", "labels"])"},
    {"300 small boxes", 300, annotated, R"(["boxes", "labels"])", 0.2F},
    {"blurred dots everywhere", 100,
     R"("dots": {"type": "draw_pattern", "params": {"kind": "dots", "amount": 1, "period": "0.4%"}},
        "look": {"type": "effect_blur", "inputs": {"layer": "dots"}, "params": {"sigma": "0.1%"}})",
     R"(["look"])"},
    {"one large blur", 1,
     R"("box": {"type": "draw_boxes", "inputs": {"tracks": "people"},
                "params": {"stroke_width": 0, "fill": "#ffffff"}},
        "look": {"type": "picture_blur", "inputs": {"region": "box"}, "params": {"sigma": "2%"}})",
     R"(["look"])", 16},
    {"labels", 100, R"("look": {"type": "draw_labels", "inputs": {"tracks": "people"}})",
     R"(["look"])"},
    {"labels that avoid", 100,
     R"("look": {"type": "draw_labels", "inputs": {"tracks": "people"}, "params": {"layout": "avoid"}})",
     R"(["look"])"},
    {"heat in all", 100, R"("look": {"type": "draw_heat", "inputs": {"tracks": "people"}})",
     R"(["look"])"},
    {"heat that fades", 100,
     R"("look": {"type": "draw_heat", "inputs": {"tracks": "people"},
                 "params": {"mode": "fade", "seconds": 1}})",
     R"(["look"])"},
    {"spotlight", 20, R"("look": {"type": "draw_spotlight", "inputs": {"tracks": "people"}})",
     R"(["look"])"},
    {"triangles", 100, R"("look": {"type": "draw_facets", "inputs": {"tracks": "people"}})",
     R"(["look"])"},
    {"cells", 100,
     R"("look": {"type": "draw_facets", "inputs": {"tracks": "people"}, "params": {"of": "cells"}})",
     R"(["look"])"},
    {"triangulation 1000", 1000,
     R"("links": {"type": "link_graph", "inputs": {"points": "people"}},
        "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"style": "straight"}},
        "look": {"type": "draw_lines", "inputs": {"curves": "curves"}, "params": {"width": 1}})",
     R"(["look"])"},
    {"triangulation 10000", 10'000,
     R"("links": {"type": "link_graph", "inputs": {"points": "people"}},
        "curves": {"type": "curve_bezier", "inputs": {"links": "links"}, "params": {"style": "straight"}},
        "look": {"type": "draw_lines", "inputs": {"curves": "curves"}, "params": {"opacity": 0}})",
     R"(["look"])"},
    {"insets", 20,
     R"("look": {"type": "picture_insets", "inputs": {"tracks": "people"}, "params": {"slots": 20}})",
     R"(["look"])"},
    {"paths with heads", 100,
     R"("links": {"type": "link_knn", "inputs": {"points": "people"}, "params": {"k": 2}},
        "curves": {"type": "curve_path", "inputs": {"links": "links"},
                   "params": {"style": "orthogonal", "ends": "box"}},
        "look": {"type": "draw_lines", "inputs": {"curves": "curves"}, "params": {"head": "triangle"}})",
     R"(["look"])"},
};

const Look& look_of(const std::string& name) {
  const auto* const found = std::ranges::find(looks, name, &Look::name);
  if (found != std::end(looks)) return *found;
  throw Error(ErrorCode::usage, fmt::format("there is no look '{}'", name),
              suggest(name, bench_look_names()), SourceLocation{"--rows"});
}

}  // namespace

std::vector<std::string> bench_look_names() {
  std::vector<std::string> names;
  for (const Look& look : looks) names.emplace_back(look.name);
  return names;
}

std::shared_ptr<const Plan> bench_look_plan(const std::string& name, Size size,
                                            std::uint32_t seed) {
  const Look& look = look_of(name);
  Json graph =
      parse_json(fmt::format(R"({{"overlace": 1, "nodes": {{"people": {{"type": "track_file",
                       "params": {{"path": "the scene"}}}}, {}}}, "composite": {}}})",
                             look.nodes, look.composite),
                 name);
  const Session session(
      {std::move(graph), "the scene"},
      bench_sources(
          {.size = size, .points = look.objects, .box_scale = look.box_scale, .seed = seed}));
  return session.plan(session.analyse());
}

int run_bench_looks(const BenchGraphsOptions& options) {
  const std::vector<std::string> names = options.rows.empty() ? bench_look_names() : options.rows;
  for (const std::string& name : names) static_cast<void>(look_of(name));
  GraphTable table(options, names);
  for (const std::string& name : names)
    table.print(name, bench_look_plan(name, options.size, options.seed));
  return table.finish() ? 0 : 1;
}

}  // namespace overlace

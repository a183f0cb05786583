// SPDX-License-Identifier: Apache-2.0
// The same graph and tables, with one entry of the composite at a time.
#include "render/layer_plans.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

#include "graph/compile/compile.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

/// The step that blends onto the frame by anything but "over"; null where all steps lie over it. A
/// group inside another one, or on a layer of its own, blends with nothing else.
const Step* blending_step(const Plan& plan) {
  const Step* blending = nullptr;  // in what the next raster step paints
  int depth = 0;
  for (const Step& step : plan.steps) {
    if (const auto* group = std::get_if<GroupBeginStep>(&step.work)) {
      if (depth++ == 0 && group->blend != BlendMode::normal) blending = &step;
    } else if (std::holds_alternative<GroupEndStep>(step.work)) {
      --depth;
    } else if (const auto* raster = std::get_if<RasterStep>(&step.work)) {
      if (blending != nullptr && !raster->layer) return blending;
      blending = nullptr;
    }
  }
  return blending;
}

void refuse_blends(const Graph& graph, std::size_t entry, const Plan& plan) {
  const Step* step = blending_step(plan);
  if (step == nullptr) return;
  throw Error(
      ErrorCode::usage,
      fmt::format("'{}' blends with what is below it, and a layer is by itself", step->name),
      "give it the blend mode 'normal', or leave out --layers",
      SourceLocation{graph.source, fmt::format("/composite/{}", entry)});
}

}  // namespace

std::vector<std::string> layer_names(const Graph& graph) {
  if (graph.composite.empty())
    throw Error(ErrorCode::usage, "paints nothing, so there are no layers", "leave out --layers",
                SourceLocation{graph.source, "/composite"});
  std::vector<std::string> names;
  for (const Layer& layer : graph.composite) {
    const std::string& node = graph.nodes[layer.node].name;
    std::string name = node;
    for (int again = 2; std::ranges::find(names, name) != names.end(); ++again)
      name = fmt::format("{}_{}", node, again);
    names.push_back(std::move(name));
  }
  return names;
}

std::vector<std::shared_ptr<const Plan>> layer_plans(const Graph& graph, const ClipTables& tables,
                                                     bool layered) {
  std::vector<std::shared_ptr<const Plan>> plans;
  for (std::size_t i = 0; i < graph.composite.size(); ++i) {
    Graph alone = graph;
    alone.composite = {graph.composite[i]};
    plans.push_back(compile(alone, tables, {.layered = layered}));
    refuse_blends(graph, i, *plans.back());
  }
  return plans;
}

std::shared_ptr<const Plan> blank_plan(Graph graph, const ClipTables& tables) {
  graph.composite.clear();
  return compile(graph, tables);
}

}  // namespace overlace

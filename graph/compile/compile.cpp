// SPDX-License-Identifier: Apache-2.0
// Runs the compiler's passes in order and keeps their report.
#include "graph/compile/compile.h"

#include "graph/compile/passes.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

struct NamedPass {
  const char* name;
  Pass run;
};
constexpr NamedPass passes[] = {
    {"prune", prune},
    {"make_tracks", make_tracks},
    {"bind_params", bind_params},
    {"lower_nodes", lower_nodes},
    {"flatten_groups", flatten_groups},
    {"fuse_rasters", fuse_rasters},
    {"size_slots", size_slots},
    {"share_buffers", share_buffers},
};

}  // namespace

Compilation::Compilation(const Graph& g, const CompileOptions& o)
    : graph(g),
      options(o),
      live(g.nodes.size(), false),
      tracks(g.nodes.size(), no_tracks),
      params(g.nodes.size()),
      layers(g.composite) {
  plan.title = g.title;
  plan.clip = o.clip;
  plan.atlas = std::make_shared<GlyphAtlas>();
}

void Compilation::say(const std::string& text) const {
  if (options.say) options.say(text);
}

void Compilation::at(const GraphNode& node, const std::string& param,
                     const std::function<void()>& work) const {
  try {
    work();
  } catch (const Error& error) {
    std::vector<Diagnostic> problems = error.problems();
    for (Diagnostic& problem : problems) {
      if (!problem.place.file.empty() || !problem.place.pointer.empty()) continue;
      problem.place = {graph.source, "/nodes/" + node.name, node.line};
      if (!param.empty()) problem.place.pointer += "/params/" + param;
    }
    throw Error(error.code(), std::move(problems));
  }
}

std::shared_ptr<const Plan> compile(const Graph& graph, const CompileOptions& options) {
  Compilation compilation(graph, options);
  for (const NamedPass& pass : passes) {
    const std::size_t edits = pass.run(compilation);
    compilation.plan.passes.push_back({pass.name, edits});
  }
  return std::make_shared<const Plan>(std::move(compilation.plan));
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Runs the compiler's passes in order and keeps their report.
#include "graph/compile/compile.h"

#include <utility>

#include "graph/compile/compiler_passes.h"
#include "graph/compile/unroll_echoes.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

struct NamedPass {
  const char* name;
  Pass run;
};
constexpr NamedPass passes[] = {
    {"prune", prune},
    {"bind_tracks", bind_tracks},
    {"bind_params", bind_params},
    {"place_layers", place_layers},
    {"lower_nodes", lower_nodes},
    {"flatten_groups", flatten_groups},
    {"size_slots", size_slots},
    {"share_buffers", share_buffers},
};

}  // namespace

Compilation::Compilation(const Graph& g, const ClipTables& t, const CompileOptions& o,
                         std::vector<bool> live_ones)
    : graph(g),
      tables(t),
      options(o),
      live(std::move(live_ones)),
      tracks(g.nodes.size(), no_tracks),
      params(g.nodes.size()),
      on_layer(g.nodes.size(), false),
      layers(g.composite) {
  plan.title = g.title;
  plan.clip = t.clip;
  if (o.live != nullptr) plan.live_links = o.live->links;
}

void Compilation::log(const std::string& text) const {
  if (options.log) options.log(text);
}

const TrackTable* Compilation::table_of(std::size_t node) const {
  return tracks[node] == no_tracks ? nullptr : plan.tracks[tracks[node]].get();
}

SourceMemo Compilation::memo_of(std::size_t track_table) const {
  if (options.memo == nullptr || track_table == no_tracks || tables.key == Digest::Value{})
    return {};
  Digest source;
  source.add(tables.key.data(), sizeof tables.key);
  source.add(plan.track_names.at(track_table));
  source.add(&plan.clip.scale, sizeof plan.clip.scale);
  return {options.memo, source.value()};
}

std::shared_ptr<const Plan> compile(const Graph& graph, const ClipTables& tables,
                                    const CompileOptions& options) {
  const UnrolledGraph unrolled = unroll_echoes(graph, tables);
  Compilation compilation(unrolled.graph, unrolled.tables, options, painted_nodes(unrolled.graph));
  compilation.plan.passes.push_back({"unroll_echoes", unrolled.copies});
  for (const NamedPass& pass : passes) {
    const std::size_t edits = pass.run(compilation);
    compilation.plan.passes.push_back({pass.name, edits});
  }
  return std::make_shared<const Plan>(std::move(compilation.plan));
}

SoundPlan compile_sound(const Graph& graph, const ClipTables& tables,
                        const CompileOptions& options) {
  SoundPlan sound;
  if (graph.sound.empty()) return sound;
  CompileOptions apart = options;
  apart.keep_slots = true;
  Compilation compilation(graph, tables, apart, played_nodes(graph));
  compilation.layers.clear();
  bind_tracks(compilation);
  bind_params(compilation);
  sound.parts = lower_sounds(compilation);
  size_slots(compilation);
  share_buffers(compilation);
  sound.frames = std::make_shared<const Plan>(std::move(compilation.plan));
  return sound;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// make_tracks: runs the track nodes, each of which makes a whole clip's table.
#include "graph/compile/passes.h"

namespace overlace {
namespace {

/// Pointers stay valid: the tables are reserved before the first is made.
TrackContext context_for(const Compilation& c, const GraphNode& node) {
  TrackContext context;
  context.clip = c.options.clip;
  for (const auto& port : node.inputs) {
    if (port.empty()) context.inputs.push_back(nullptr);
    for (const std::size_t input : port) context.inputs.push_back(&c.plan.tracks[c.tracks[input]]);
  }
  context.read_tracks = c.options.read_tracks;
  context.play_video = c.options.play_video;
  context.say = [&c](const std::string& text) { c.say(text); };
  return context;
}

}  // namespace

std::size_t make_tracks(Compilation& c) {
  const auto& nodes = c.graph.nodes;
  c.plan.tracks.reserve(nodes.size());
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const GraphNode& node = nodes[i];
    if (!c.live[i] || node.type->stage != Stage::tracks) continue;
    c.at(node, "", [&] {
      TrackContext context = context_for(c, node);
      TrackTable table = std::get<MakeTracks>(node.type->behaviour)(node.params.get(), context);
      pass_on(context.inputs, table);
      add_series(c.plan.series, table.series);
      finish_tracks(table, c.options.clip.frame_rate.value());
      c.plan.tracks.push_back(std::move(table));
    });
    c.plan.track_names.push_back(node.name);
    c.tracks[i] = c.plan.tracks.size() - 1;
  }
  // Later nodes see the table of their first input that has one.
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const auto& port : nodes[i].inputs)
      for (const std::size_t input : port)
        if (c.tracks[i] == no_tracks) c.tracks[i] = c.tracks[input];
  }
  return c.plan.tracks.size();
}

}  // namespace overlace

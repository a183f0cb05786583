// SPDX-License-Identifier: Apache-2.0
// bind_tracks: takes the tables of the track nodes into the plan, in picture pixels.
#include "graph/compile/compiler_passes.h"

namespace overlace {
namespace {

std::shared_ptr<const TrackTable> at_scale(const std::shared_ptr<const TrackTable>& table,
                                           float scale) {
  return scale == 1 ? table : std::make_shared<const TrackTable>(scaled(*table, scale));
}

}  // namespace

std::size_t bind_tracks(Compilation& c) {
  const auto& nodes = c.graph.nodes;
  c.plan.series = c.tables.series;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!c.live[i] || !is_of_clip(nodes[i].type->stage)) continue;
    c.tracks[i] = c.plan.tracks.size();
    c.plan.tracks.push_back(at_scale(c.tables.of_node[i], c.plan.clip.scale));
    c.plan.track_names.push_back(nodes[i].name);
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

// SPDX-License-Identifier: Apache-2.0
// bind_tracks: takes the tables of the track nodes into the plan, in picture pixels.
#include "graph/compile/compiler_passes.h"

namespace overlace {
namespace {

/// The table of a track node; a copy of it at another scale is kept for the next plan.
std::shared_ptr<const TrackTable> at_scale(const Compilation& c, std::size_t node,
                                           std::size_t track_table) {
  const std::shared_ptr<const TrackTable>& table = c.tables.of_node[node];
  const float scale = c.plan.clip.scale;
  if (scale == 1) return table;
  Digest key;
  key.add("table at a scale");
  return c.memo_of(track_table)
      .get<TrackTable>(
          std::move(key), [&] { return scaled(*table, scale); }, table_bytes);
}

}  // namespace

std::size_t bind_tracks(Compilation& c) {
  const auto& nodes = c.graph.nodes;
  c.plan.series = c.tables.series;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!c.live[i] || !is_of_clip(nodes[i].type->stage)) continue;
    c.tracks[i] = c.plan.tracks.size();
    c.plan.track_names.push_back(nodes[i].name);
    c.plan.tracks.push_back(at_scale(c, i, c.tracks[i]));
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

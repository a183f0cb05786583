// SPDX-License-Identifier: Apache-2.0
// bind_params: copies each frame node's parameters and binds them to the clip.
#include <algorithm>
#include <iterator>

#include "graph/compile/passes.h"

namespace overlace {
namespace {

BindContext bind_context(const Compilation& c, std::size_t node) {
  return {.clip = c.plan.clip, .tracks = c.table_of(node), .series = &c.plan.series};
}

/// Gives the tables the columns that expressions have made of them.
void append_columns(std::vector<std::vector<AttributeColumn>>& computed, Plan& plan) {
  for (std::size_t i = 0; i < computed.size(); ++i) {
    if (computed[i].empty()) continue;
    auto table = std::make_shared<TrackTable>(*plan.tracks[i]);
    std::ranges::move(computed[i], std::back_inserter(table->attributes));
    plan.tracks[i] = std::move(table);
  }
}

}  // namespace

std::size_t bind_params(Compilation& c) {
  std::size_t bound = 0;
  std::vector<std::vector<AttributeColumn>> computed(c.plan.tracks.size());
  for (std::size_t i = 0; i < c.graph.nodes.size(); ++i) {
    const GraphNode& node = c.graph.nodes[i];
    if (!c.live[i] || is_of_clip(node.type->stage)) continue;
    const std::shared_ptr<void> params = node.type->clone_params(node.params.get());
    BindContext context = bind_context(c, i);
    if (c.tracks[i] != no_tracks) context.computed = &computed[c.tracks[i]];
    const auto bind_rows = [&](bool integers) {
      for (const ParamRow& row : node.type->params)
        if ((row.kind == ParamKind::integer) == integers)
          at_node(c.graph, node, row.name, [&] { row.bind(params.get(), context); });
    };
    bind_rows(true);  // which presence is made of, which expressions may read
    if (node.type->presence) context.presence = node.type->presence(params.get());
    bind_rows(false);
    c.params[i] = params;
    ++bound;
  }
  append_columns(computed, c.plan);
  for (Layer& layer : c.layers) layer.group.opacity.bind(bind_context(c, layer.node));
  return bound;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// bind_params: copies each frame node's parameters and binds them to the clip.
#include "graph/compile/passes.h"

namespace overlace {
namespace {

BindContext bind_context(const Compilation& c, std::size_t node) {
  return {.clip = c.plan.clip, .tracks = c.table_of(node), .series = &c.plan.series};
}

}  // namespace

std::size_t bind_params(Compilation& c) {
  std::size_t bound = 0;
  for (std::size_t i = 0; i < c.graph.nodes.size(); ++i) {
    const GraphNode& node = c.graph.nodes[i];
    if (!c.live[i] || node.type->stage == Stage::tracks) continue;
    const std::shared_ptr<void> params = node.type->clone_params(node.params.get());
    for (const ParamRow& row : node.type->params)
      at_node(c.graph, node, row.name, [&] { row.bind(params.get(), bind_context(c, i)); });
    c.params[i] = params;
    ++bound;
  }
  for (Layer& layer : c.layers) layer.group.opacity.bind(bind_context(c, layer.node));
  return bound;
}

}  // namespace overlace

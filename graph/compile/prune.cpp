// SPDX-License-Identifier: Apache-2.0
// prune: marks the nodes that reach the composite.
#include "graph/compile/passes.h"

namespace overlace {

std::size_t prune(Compilation& c) {
  const auto& nodes = c.graph.nodes;
  for (const Layer& layer : c.layers) c.live[layer.node] = true;
  // Nodes are in topological order, inputs first: one walk from the back reaches everything.
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (!c.live[i]) continue;
    for (const auto& port : nodes[i].inputs)
      for (const std::size_t input : port) c.live[input] = true;
  }
  std::size_t pruned = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (c.live[i]) continue;
    c.say("node '" + nodes[i].name + "' is not painted by anything and is left out");
    ++pruned;
  }
  return pruned;
}

}  // namespace overlace

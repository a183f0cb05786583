// SPDX-License-Identifier: Apache-2.0
// prune: reports the nodes that are neither painted nor played; they are not prepared.
#include "graph/compile/compiler_passes.h"

namespace overlace {

std::size_t prune(Compilation& c) {
  const std::vector<bool> live = live_nodes(c.graph);
  std::size_t pruned = 0;
  for (std::size_t i = 0; i < c.graph.nodes.size(); ++i) {
    if (live[i]) continue;
    c.log("node '" + c.graph.nodes[i].name + "' is neither painted nor played and is left out");
    ++pruned;
  }
  return pruned;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// prune: reports the nodes that do not reach the composite; they are not prepared at all.
#include "graph/compile/passes.h"

namespace overlace {

std::size_t prune(Compilation& c) {
  std::size_t pruned = 0;
  for (std::size_t i = 0; i < c.graph.nodes.size(); ++i) {
    if (c.live[i]) continue;
    c.log("node '" + c.graph.nodes[i].name + "' is not painted by anything and is left out");
    ++pruned;
  }
  return pruned;
}

}  // namespace overlace

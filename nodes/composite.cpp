// SPDX-License-Identifier: Apache-2.0
// composite: paints several drawings as one, with its own opacity and blend mode.
#include "node_list.h"

namespace overlace {

NodeType composite() {
  return Node<GroupParams>("composite", Stage::layer,
                           "Paints several drawings as one layer, with its own blend mode.")
      .inputs("layers", Stage::layer, "Drawings and layers in paint order, bottom first.")
      .with(group_rows)
      .groups([](const GroupParams& group) -> const GroupParams& { return group; });
}

}  // namespace overlace

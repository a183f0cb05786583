// SPDX-License-Identifier: Apache-2.0
// Changes of the picture by nodes that draw their own regions.
#pragma once

#include <vector>

#include "graph/plan/effect_ops.h"
#include "graph/plan/ops.h"

namespace overlace {

/// What a node without a region port does to the picture: it draws regions itself, and what lies
/// over the changed picture.
struct DrawnPicture {
  struct Change {
    Lower<PictureOp> how;
    MakeHostDraw region;
  };
  std::vector<Change> changes;  ///< applied in order
  MakeHostDraw over{};          ///< empty: nothing
};

}  // namespace overlace

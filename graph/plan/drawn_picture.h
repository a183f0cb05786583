// SPDX-License-Identifier: Apache-2.0
// Changes of the picture by nodes that draw where they change it.
#pragma once

#include <vector>

#include "graph/plan/effects.h"
#include "graph/plan/ops.h"

namespace overlace {

/// What a node does to the picture that has no region port: it draws regions itself, and what lies
/// over the changed picture.
struct DrawnPicture {
  struct Change {
    Lower<PictureOp> how;
    MakeHostDraw region;
  };
  std::vector<Change> changes;  ///< one after the other
  MakeHostDraw over{};          ///< empty: nothing
};

}  // namespace overlace

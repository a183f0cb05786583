// SPDX-License-Identifier: Apache-2.0
// Boxes that are turned about their centres. Kernels paint upright ones only, so that these go out
// as lines around their outlines and as rows of their areas.
#pragma once

#include <vector>

#include "graph/data/display_list.h"
#include "graph/data/polygons.h"

namespace overlace {

/// Paints boxes turned. Keeps its memory.
class TurnedBoxes {
 public:
  /// Paints a box of `emit_box`, turned by `degrees` clockwise.
  void append(const Primitive& box, float degrees, Size picture, DisplayList& out);

 private:
  void fill(const Primitive& box, Vec2 turn, Size picture, DisplayList& out);

  std::vector<Vec2> corners_;
  PolygonFill area_;
};

}  // namespace overlace

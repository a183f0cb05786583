// SPDX-License-Identifier: Apache-2.0
// Boxes that are turned about their centres. Kernels emit upright ones only: from turned ones, the
// host makes lines along their outlines, areas, and images with a rotated matrix.
#pragma once

#include <vector>

#include "graph/data/display_list.h"
#include "graph/data/polygons.h"

namespace overlace {

/// Paints rotated boxes. Keeps its memory.
class RotatedBoxes {
 public:
  /// Paints what was emitted for a box, a shape around its centre or an image, turned by `degrees`
  /// clockwise about `center`.
  void append(const Primitive& emitted, float degrees, Vec2 center, DisplayList& out);

 private:
  void append_shape(const Primitive& box, Vec2 turn, DisplayList& out);
  void fill(const Primitive& box, Vec2 turn, DisplayList& out);

  std::vector<Vec2> corners_;
};

}  // namespace overlace

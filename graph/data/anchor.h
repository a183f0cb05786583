// SPDX-License-Identifier: Apache-2.0
// Points of boxes that stand for the tracked object.
#pragma once

#include <cstdint>

#include "graph/core/math.h"
#include "graph/core/vec.h"

namespace overlace {

/// Point of a box that stands for the tracked object.
enum class Anchor : std::uint8_t { center, top, bottom, left, right };

/// One of nine positions on a box, or in the picture, row by row.
enum class BoxPosition : std::uint8_t {
  top_left,
  top,
  top_right,
  left,
  center,
  right,
  bottom_left,
  bottom,
  bottom_right
};

/// The anchor point of a box in frame pixels; not finite when the box is not.
OVL_FN Vec2 anchor_point(const Box& box, Anchor anchor) {
  const Vec2 center = box.center();
  switch (anchor) {
    case Anchor::center:
      return center;
    case Anchor::top:
      return {center.x, box.y};
    case Anchor::bottom:
      return {center.x, box.y + box.height};
    case Anchor::left:
      return {box.x, center.y};
    case Anchor::right:
      return {box.x + box.width, center.y};
  }
  return center;
}

}  // namespace overlace

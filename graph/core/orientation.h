// SPDX-License-Identifier: Apache-2.0
// The eight ways in which a picture can lie in memory.
#pragma once

#include "graph/core/vec.h"

namespace overlace {

/// Where a pixel of the picture as it is shown is stored. Cameras that are turned on their side, or
/// that film a mirror, store what their sensor saw and say how to show it.
struct Orientation {
  bool transposed = false;              ///< x and y trade places, …
  bool flip_x = false, flip_y = false;  ///< … then each may count from the other edge

  /// Whether the two pictures are mirror images of each other.
  [[nodiscard]] constexpr bool mirrors() const { return transposed != (flip_x != flip_y); }
  friend constexpr bool operator==(Orientation, Orientation) = default;
};

/// Size in memory of a picture by its size as shown, and the other way round.
constexpr Size turned(Size size, Orientation stored) {
  return stored.transposed ? Size{size.height, size.width} : size;
}

/// The orientation that leads back: memory and display trade places.
constexpr Orientation inverse(Orientation o) {
  return o.transposed ? Orientation{true, o.flip_y, o.flip_x} : o;
}

/// Where a box of the picture as shown lies in a stored picture of size `size`.
constexpr Box to_stored(Box box, Orientation o, Size size) {
  if (o.transposed) box = {box.y, box.x, box.height, box.width};
  if (o.flip_x) box.x = static_cast<float>(size.width) - (box.x + box.width);
  if (o.flip_y) box.y = static_cast<float>(size.height) - (box.y + box.height);
  return box;
}

}  // namespace overlace

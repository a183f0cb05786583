// SPDX-License-Identifier: Apache-2.0
// The eight ways in which a picture can be stored.
#pragma once

#include "graph/core/vec.h"

namespace overlace {

/// Where a pixel of the displayed picture is stored. Cameras that are turned on their side or film
/// a mirror store what the sensor saw and say how to display it.
struct Orientation {
  bool transposed = false;              ///< x and y are swapped, …
  bool flip_x = false, flip_y = false;  ///< … then each may count from the other edge

  /// Whether the stored and the displayed picture are mirror images of each other.
  [[nodiscard]] constexpr bool mirrors() const { return transposed != (flip_x != flip_y); }
  friend constexpr bool operator==(Orientation, Orientation) = default;
};

/// The stored size of a picture from its displayed size, and the other way round.
constexpr Size turned(Size size, Orientation stored) {
  return stored.transposed ? Size{size.height, size.width} : size;
}

/// The inverse orientation: stored and displayed swap roles.
constexpr Orientation inverse(Orientation o) {
  return o.transposed ? Orientation{true, o.flip_y, o.flip_x} : o;
}

/// Where a box of the displayed picture lies in a stored picture of size `size`.
constexpr Box to_stored(Box box, Orientation o, Size size) {
  if (o.transposed) box = {box.y, box.x, box.height, box.width};
  if (o.flip_x) box.x = static_cast<float>(size.width) - (box.x + box.width);
  if (o.flip_y) box.y = static_cast<float>(size.height) - (box.y + box.height);
  return box;
}

}  // namespace overlace

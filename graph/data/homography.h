// SPDX-License-Identifier: Apache-2.0
// Maps between two planes as a camera makes them: the picture and the ground, or two frames of a
// scene.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace overlace {

/// A point of a plane: pixels of a picture, metres on the ground.
struct PlanePoint {
  double x = 0, y = 0;
  friend bool operator==(const PlanePoint&, const PlanePoint&) = default;
};

/// (x, y) goes to (m0 x + m1 y + m2, m3 x + m4 y + m5) / (m6 x + m7 y + m8). The divisor is
/// positive on the near side of the horizon, and about 1 where the map was fitted.
struct Homography {
  std::array<double, 9> m{1, 0, 0, 0, 1, 0, 0, 0, 1};

  /// Where a point goes; none at the horizon and beyond it, and from a thousand times as far away
  /// as the map was fitted.
  [[nodiscard]] std::optional<PlanePoint> operator()(PlanePoint p) const;
  friend bool operator==(const Homography&, const Homography&) = default;
};

/// First `first`, then `then`.
[[nodiscard]] Homography joined(const Homography& first, const Homography& then);
/// The way back; none of a map that leaves no area, or more than 10^9 times less.
[[nodiscard]] std::optional<Homography> inverse(const Homography& map);
/// The same between planes that are `scale` times as large.
[[nodiscard]] Homography scaled(const Homography& map, double scale);

/// The map that takes the corners (0, 0), (1, 0), (1, 1) and (0, 1) of a square to these, in order;
/// none where they are not those of a convex quadrilateral, either way around.
[[nodiscard]] std::optional<Homography> map_of_square(const std::array<PlanePoint, 4>& corners);

/// How a camera moves: where each frame's pixels lie on the plane of one frame, the scene.
struct CameraPath {
  std::int32_t first_frame = 0;
  std::vector<Homography> to_scene;  ///< of each frame from the first on

  /// The map of a frame; beyond the ends that of the nearest. Precondition: there is one.
  [[nodiscard]] const Homography& at(std::int32_t frame) const;
};

}  // namespace overlace

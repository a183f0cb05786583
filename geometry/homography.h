// SPDX-License-Identifier: Apache-2.0
// Maps between two planes as seen by a camera: the picture and the ground, or two frames of a
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

  /// Where a point goes; none at or beyond the horizon, or a thousand times as far away as where
  /// the map was fitted.
  [[nodiscard]] std::optional<PlanePoint> operator()(PlanePoint p) const;
  friend bool operator==(const Homography&, const Homography&) = default;
};

/// First `first`, then `then`.
[[nodiscard]] Homography joined(const Homography& first, const Homography& then);
/// The inverse; none for a map that shrinks areas to nothing, or by a factor of 10^9 or more.
[[nodiscard]] std::optional<Homography> inverse(const Homography& map);
/// The same map between planes scaled by `scale`.
[[nodiscard]] Homography scaled(const Homography& map, double scale);

/// The map that takes the corners (0, 0), (1, 0), (1, 1) and (0, 1) of a square to these, in order;
/// none unless they form a convex quadrilateral, in either direction.
[[nodiscard]] std::optional<Homography> map_of_square(const std::array<PlanePoint, 4>& corners);

/// A camera's motion: where each frame's pixels lie on the plane of one frame, the scene.
struct CameraPath {
  std::int32_t first_frame = 0;
  std::vector<Homography> to_scene;  ///< of each frame, from the first

  /// The map of a frame, or of the nearest one beyond the ends. Precondition: not empty.
  [[nodiscard]] const Homography& at(std::int32_t frame) const;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// What becomes of a rotated box in a picture that is scaled by two factors.
#pragma once

namespace overlace {

/// The sides of a box and its rotation about its centre. The centre scales like any point.
struct RotatedSides {
  double width = 0, height = 0;  ///< px
  double degrees = 0;            ///< clockwise
};

/// Whether a box with this rotation stays a box under scaling: by equal factors, or if it is
/// rotated by a multiple of 90 degrees. Any other becomes a parallelogram.
[[nodiscard]] bool stays_box(double degrees, double scale_x, double scale_y);

/// The sides after scaling by positive factors; for a parallelogram, those of the box whose corners
/// are nearest to its corners in the least-squares sense.
[[nodiscard]] RotatedSides scaled(const RotatedSides& sides, double scale_x, double scale_y);

}  // namespace overlace

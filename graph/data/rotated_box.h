// SPDX-License-Identifier: Apache-2.0
// What becomes of a turned box in a picture that is scaled by two factors.
#pragma once

namespace overlace {

/// The sides of a box, and how far it is turned about its centre, which scales like any point.
struct RotatedSides {
  double width = 0, height = 0;  ///< px
  double degrees = 0;            ///< clockwise
};

/// Whether a box turned so far is a box again after scaling: by equal factors, or turned by a
/// multiple of 90 degrees. Every other becomes a parallelogram.
[[nodiscard]] bool stays_box(double degrees, double scale_x, double scale_y);

/// The sides after scaling by positive factors; of a parallelogram, those of the box whose corners
/// lie nearest to its corners in the sense of least squares.
[[nodiscard]] RotatedSides scaled(const RotatedSides& sides, double scale_x, double scale_y);

}  // namespace overlace

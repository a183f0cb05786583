// SPDX-License-Identifier: Apache-2.0
// Colour look-up tables: the form in which a grade leaves a grading program.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace overlace {

/// Fewest and most points of a table along an axis.
inline constexpr int least_lut_points = 2, most_curve_points = 65536, most_cube_points = 65;

/// A map from colours to colours: one curve each for R', G' and B', or a cube. Colours are
/// interpolated between points, and clamped to the first and last point.
struct Lut {
  bool is_cube = false;
  int points = 0;                     ///< along each axis
  std::array<float, 3> low{0, 0, 0};  ///< R', G', B' at the first point
  std::array<float, 3> high{1, 1, 1};
  std::vector<float> values;  ///< R', G', B' of each point; in a cube red changes fastest

  /// The number of colours it holds.
  [[nodiscard]] std::size_t size() const {
    const auto side = static_cast<std::size_t>(points);
    return is_cube ? side * side * side : side;
  }
};

/// The tables of a plan, shared with whoever read them.
using Luts = std::vector<std::shared_ptr<const Lut>>;

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Colour look-up tables: what a grade is kept in when it leaves a grading program.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace overlace {

/// Points of a table along an axis, at least and at most.
inline constexpr int least_lut_points = 2, most_curve_points = 65536, most_cube_points = 65;

/// A colour for each of some colours: a curve of its own for R', G' and B', or a cube. Between
/// points colours are interpolated; beyond the first and last point they are those.
struct Lut {
  bool is_cube = false;
  int points = 0;                     ///< along each axis
  std::array<float, 3> low{0, 0, 0};  ///< R', G', B' at the first point
  std::array<float, 3> high{1, 1, 1};
  std::vector<float> values;  ///< R', G', B' of each point; in a cube red changes fastest

  /// Colours that it holds.
  [[nodiscard]] std::size_t size() const {
    const auto side = static_cast<std::size_t>(points);
    return is_cube ? side * side * side : side;
  }
};

/// The tables of a plan; shared with whoever read them.
using Luts = std::vector<std::shared_ptr<const Lut>>;

}  // namespace overlace

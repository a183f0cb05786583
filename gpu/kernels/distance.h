// SPDX-License-Identifier: Apache-2.0
// Exact Euclidean distance to the edge of a drawing, in three passes: what is shape, the nearest
// pixel in each column, the nearest of those columns (Saito and Toriwaki 1994).
//
// The coverage of a pixel with an empty neighbour is its alpha over the largest alpha of the 3 x 3
// pixels around it; any other pixel is covered. So outlines follow translucent drawings like opaque
// ones, fade with them, and see no edge between paint and paint. A partly covered pixel belongs to
// both the shape and the ground; a remainder of 0 to 1 px says where in it the edge lies (as in
// Gustavson and Strand 2011). Distances between whole pixels are exact; those to a smooth edge are
// 0.02 px too long on average and off by at most 0.11 px, or 0.25 px within 3 px of the edge.
#pragma once

#include <cstdint>

#include "gpu/kernels/lane.h"
#include "gpu/kernels/tiled_image.h"

namespace overlace {

/// The largest distance that is searched for, px.
inline constexpr int most_distance = 120;

/// Parameters, for one frame, of the band that is painted along an edge, as devices read them. With
/// s the distance to the edge, positive outside the shape, a pixel's coverage is the lesser of
/// saturate(outer - s x outer_slope) and saturate(inner + s x inner_slope).
struct DistanceRecord {
  std::int32_t is_wanted = 1;            ///< 0: no pass does anything in this frame
  std::int32_t outside = 0, inside = 0;  ///< px to search for the edge from either side
  float outer = 1, outer_slope = 0;
  float inner = 1, inner_slope = 0;
  float fades = 1;   ///< 1: the band has the opacity of the shape beside it; 0: it does not
  float color[4]{};  ///< premultiplied

  [[nodiscard]] OVL_FN int reach() const { return outside > inside ? outside : inside; }
};

/// Alpha below which a pixel counts as empty, so that a blurred drawing has an edge, too.
inline constexpr float least_shape_alpha = 1.0F / 64;
/// Coverage up to which a pixel is not shape, and from which on it is not ground.
inline constexpr float least_coverage = 1.0F / 32, most_coverage = 7.0F / 8;
/// A remainder has 15 steps; distances count 16 units per whole pixel, plus the remainder.
inline constexpr float remainder_steps = 15, units = 16;
/// Stands for nothing nearby: in units, and as a distance or its square, px.
inline constexpr float no_units = 127 * units, no_distance = 65536;

// F is a float, or a vector of pixels.

/// Coverage of a pixel by the shape, from its alpha and the least and largest alpha around it.
template <class F>
OVL_FN F shape_coverage(F alpha, F least, F largest) {
  const F part =
      select(largest < F(least_shape_alpha), F(0.0F), alpha / max(largest, F(least_shape_alpha)));
  return select(least < F(least_shape_alpha), part, F(1.0F));
}
/// The remainder of a pixel that is the nearest of the shape, and of the nearest of the ground.
template <class F>
OVL_FN F shape_remainder(F coverage) {
  return round_even((F(1.0F) - coverage) * F(remainder_steps));
}
template <class F>
OVL_FN F ground_remainder(F coverage) {
  return round_even(coverage * F(remainder_steps));
}

/// Distances from one pixel to the nearest ones in its column, in units: to the shape, with the
/// alpha there, and to the ground.
template <class F>
struct ColumnNearest {
  F shape{no_units}, ground{no_units}, alpha{0.0F};

  /// Moves on by one pixel, which has this coverage and largest alpha.
  OVL_FN void step(F coverage, F largest) {
    const MaskOf<F> is_shape = coverage > F(least_coverage);
    const MaskOf<F> is_ground = coverage < F(most_coverage);
    shape = select(is_shape, shape_remainder(coverage), min(shape + F(units), F(no_units)));
    ground = select(is_ground, ground_remainder(coverage), min(ground + F(units), F(no_units)));
    alpha = select(is_shape, largest, alpha);
  }
  /// Keeps the nearer pixels of two directions; none beyond `reach` px.
  OVL_FN void merge(const ColumnNearest& other, int reach) {
    const F both = max(alpha, other.alpha);
    alpha = select(shape < other.shape, alpha, select(shape > other.shape, other.alpha, both));
    shape = min(shape, other.shape);
    ground = min(ground, other.ground);
    const F beyond((static_cast<float>(reach) + 1) * units);
    const MaskOf<F> has_shape = shape < beyond;
    alpha = select(has_shape, alpha, F(0.0F));
    shape = select(has_shape, shape, F(no_units));
    ground = select(ground < beyond, ground, F(no_units));
  }
};

/// A column's distance for pixels beside it: the square of the whole pixels along the column, px^2,
/// and the remainder, px.
template <class F>
struct ColumnDistance {
  F square, remainder;
};
template <class F>
OVL_FN ColumnDistance<F> column_distance(F in_units) {
  const F pixels = floor(in_units * F(1 / units));
  return {select(in_units < F(no_units), pixels * pixels, F(no_distance)),
          fma(pixels, F(-units), in_units) * F(1 / remainder_steps)};
}

/// The nearest pixels of all columns, by distance plus remainder.
template <class F>
struct EdgeSearch {
  F shape{no_distance}, ground{no_distance}, alpha{0.0F};

  /// Whether a column may, in any lane, hold something as near as the known `nearest`, judging by
  /// its squared distance. Squares are integers, and remainders only add to distances: the half
  /// exceeds the rounding errors of roots and squares.
  OVL_FN static bool may_hold(F column_square, float beside_square, F nearest) {
    return any(column_square + F(beside_square) < fma(nearest, nearest, F(0.5F)));
  }
  /// Takes in a column's nearest pixel of the shape, with the alpha there.
  OVL_FN void see_shape(const ColumnDistance<F>& column, F column_alpha, float beside_square) {
    const F distance = sqrt(column.square + F(beside_square)) + column.remainder;
    const F both = max(alpha, column_alpha);
    alpha = select(distance < shape, column_alpha, select(distance > shape, alpha, both));
    shape = min(shape, distance);
  }
  OVL_FN void see_ground(const ColumnDistance<F>& column, float beside_square) {
    ground = min(ground, sqrt(column.square + F(beside_square)) + column.remainder);
  }

  /// The distance to the edge, px, positive outside.
  [[nodiscard]] OVL_FN F edge_distance() const {
    return select(shape < F(1.0F), F(0.5F) - ground, shape - F(0.5F));
  }
  /// How much of the band's colour a pixel has.
  [[nodiscard]] OVL_FN F coverage(const DistanceRecord& record) const {
    const F s = edge_distance();
    const F outer = saturate(fma(s, F(-record.outer_slope), F(record.outer)));
    const F inner = saturate(fma(s, F(record.inner_slope), F(record.inner)));
    return min(outer, inner) * fma(alpha - F(1.0F), F(record.fades), F(1.0F));
  }
};

/// A row of one sample: intermediate images are stored row by row, and each row holds one sample of
/// all its pixels, then the next.
OVL_FN std::uint16_t* row_plane(const TiledImage& image, int y, int sample) {
  return image.pixels + (static_cast<std::ptrdiff_t>(y) * 4 + sample) * image.size.width;
}

/// A pass towards distances. The planes of rows in `from` and `to` hold first coverage and the
/// largest alpha; later no_units - shape, ground and alpha, all 0 where no shape is near.
struct DistancePass {
  TiledImage from, to;
  const DistanceRecord* distance = nullptr;
  bool transposed = false;  ///< columns are rows in memory

  [[nodiscard]] OVL_FN bool is_active() const { return distance->is_wanted != 0; }
  [[nodiscard]] OVL_FN const TiledImage& source() const { return from; }
  [[nodiscard]] OVL_FN const TiledImage& output() const { return to; }
};

/// Makes the coverage of a drawing.
struct ShapePass : DistancePass {
  static constexpr PassBlock block{16, 1};
  [[nodiscard]] OVL_FN IntRange source_x(int column) const { return around_tile(column, 1); }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const { return around_tile(row, 1); }
};
/// Finds, from coverage, what is nearest in each column as shown.
struct ColumnPass : DistancePass {
  static constexpr PassBlock block{4, 4};
  [[nodiscard]] OVL_FN IntRange source_x(int column) const {
    return around_tile(column, transposed ? distance->reach() : 0);
  }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const {
    return around_tile(row, transposed ? 0 : distance->reach());
  }
};
/// Paints the band along the edge, from columns.
struct BandPass : DistancePass {
  static constexpr PassBlock block{16, 1};
  [[nodiscard]] OVL_FN IntRange source_x(int column) const {
    return around_tile(column, transposed ? 0 : distance->reach());
  }
  [[nodiscard]] OVL_FN IntRange source_y(int row) const {
    return around_tile(row, transposed ? distance->reach() : 0);
  }
};

}  // namespace overlace

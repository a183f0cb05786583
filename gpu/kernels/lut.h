// SPDX-License-Identifier: Apache-2.0
// Colour look-up tables: interpolation between their points.
#pragma once

#include <cstdint>

#include "gpu/kernels/lane.h"
#include "graph/data/lut.h"

namespace overlace {

/// R', G' and B' of a pixel, or of as many pixels as F has lanes.
template <class F>
struct Rgb {
  F r, g, b;
};

/// A colour whose components are f(component).
template <class F, class Each>
OVL_FN Rgb<F> each_component(const Rgb<F>& color, const Each& f) {
  return {f(color.r), f(color.g), f(color.b)};
}

/// A table as kernels read it; without points it changes nothing.
struct LutView {
  const float* values = nullptr;  ///< R', G', B' of each point; in a cube red changes fastest
  std::int32_t points = 0;        ///< along an axis
  std::int32_t is_cube = 0;
  float low[3]{}, scale[3]{};  ///< place along an axis: (component - low) x scale
};

/// The view of a table whose values lie at `values`.
[[nodiscard]] inline LutView view_of(const Lut& lut, const float* values) {
  LutView view{.values = values, .points = lut.points, .is_cube = lut.is_cube ? 1 : 0};
  for (std::size_t c = 0; c < 3; ++c) {
    view.low[c] = lut.low[c];
    view.scale[c] = static_cast<float>((lut.points - 1) / (double{lut.high[c]} - lut.low[c]));
  }
  return view;
}

/// The point before a place in a table, and how far the place is beyond it, 0 to 1.
template <class F>
struct LutPlace {
  F point, beyond;
};
template <class F>
OVL_FN LutPlace<F> lut_place(F at, int points) {
  const F last(static_cast<float>(points - 1));
  const F inside = min(max(at, F(0.0F)), last);
  const F point = min(floor(inside), last - F(1.0F));
  return {point, inside - point};
}

/// The colour at a point, whose values begin at `index`.
template <class F>
OVL_FN Rgb<F> lut_color(const float* values, F index) {
  return {look_up(values, index), look_up(values + 1, index), look_up(values + 2, index)};
}

/// Adds a weighted colour. Weights of 0 and 1 are exact.
template <class F>
OVL_FN Rgb<F> added(const Rgb<F>& sum, F weight, const Rgb<F>& color) {
  return {fma(weight, color.r, sum.r), fma(weight, color.g, sum.g), fma(weight, color.b, sum.b)};
}
/// Between two colours.
template <class F>
OVL_FN Rgb<F> between(const Rgb<F>& a, const Rgb<F>& b, F part) {
  const F rest = F(1.0F) - part;
  return added(each_component(a, [&](F v) { return rest * v; }), part, b);
}

/// In a cell of a cube, a colour lies in one of six tetrahedra: between four corners, from the
/// lowest to the highest point, along the axes in descending order of the colour's position in the
/// cell (Kasson, Nin, Plouffe and Hafner: "Performing color space conversions with
/// three-dimensional linear interpolation", 1995).
template <class F>
OVL_LONG_FN Rgb<F> cube_color(const LutView& lut, const LutPlace<F> (&place)[3]) {
  const F one(3.0F), row(static_cast<float>(3 * lut.points)),
      sheet(static_cast<float>(3 * lut.points * lut.points));
  const F r = place[0].beyond, g = place[1].beyond, b = place[2].beyond;
  const F more = max(r, g), less = min(r, g);
  const F largest = max(more, b), smallest = min(less, b);
  const F middle = max(less, min(more, b));
  // On a tie the first axis counts as larger, so that no axis is taken twice.
  const F first = select(b > more, sheet, select(g > r, row, one));
  const F last = select(b > less, select(g > r, one, row), sheet);
  const F low = fma(place[2].point, sheet, fma(place[1].point, row, place[0].point * one));
  const F high = low + one + row + sheet;
  const F rest = F(1.0F) - largest;
  Rgb<F> sum = each_component(lut_color(lut.values, low), [&](F v) { return rest * v; });
  sum = added(sum, largest - middle, lut_color(lut.values, low + first));
  sum = added(sum, middle - smallest, lut_color(lut.values, high - last));
  return added(sum, smallest, lut_color(lut.values, high));
}

/// What a table makes of a colour.
template <class F>
OVL_LONG_FN Rgb<F> looked_up(const LutView& lut, const Rgb<F>& color) {
  const LutPlace<F> place[3] = {lut_place((color.r - F(lut.low[0])) * F(lut.scale[0]), lut.points),
                                lut_place((color.g - F(lut.low[1])) * F(lut.scale[1]), lut.points),
                                lut_place((color.b - F(lut.low[2])) * F(lut.scale[2]), lut.points)};
  if (lut.is_cube != 0) return cube_color(lut, place);
  const auto curve = [&](const LutPlace<F>& at, int component) {
    const F before = look_up(lut.values + component, at.point * F(3.0F));
    const F after = look_up(lut.values + component + 3, at.point * F(3.0F));
    return fma(at.beyond, after, (F(1.0F) - at.beyond) * before);
  };
  return {curve(place[0], 0), curve(place[1], 1), curve(place[2], 2)};
}

}  // namespace overlace

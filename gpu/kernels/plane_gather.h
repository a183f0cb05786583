// SPDX-License-Identifier: Apache-2.0
// Passes over planes whose samples come from elsewhere in the picture: a field says where, as for
// layers (gpu/kernels/gather.h). Beyond the picture's edges, its edge samples repeat.
#pragma once

#include "gpu/kernels/gather.h"
#include "gpu/kernels/lane.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// A component's plane as shown: sample (i, j) is centred at pixel position
/// (i step.x + offset.x, j step.y + offset.y).
struct ShownPlane {
  Size size;
  Vec2 step{1, 1}, offset;
  Orientation stored;

  /// A plane of a picture that is stored this way, with `across` x `down` pixels per sample.
  static ShownPlane of(const Target& picture, Size plane, int across, int down,
                       const Orientation& stored) {
    const bool centered_x = across == 2 && picture.siting == ChromaSiting::center;
    const bool centered_y = down == 2 && picture.siting != ChromaSiting::top_left;
    ShownPlane shown{.size = plane,
                     .step = {static_cast<float>(across), static_cast<float>(down)},
                     .offset = {centered_x ? 0.5F : 0.0F, centered_y ? 0.5F : 0.0F},
                     .stored = stored};
    const auto flipped = [](int pixels, int samples, float apart, float first) {
      return static_cast<float>(pixels - 1) - static_cast<float>(samples - 1) * apart - first;
    };
    if (stored.flip_x)
      shown.offset.x = flipped(picture.size.width, plane.width, shown.step.x, shown.offset.x);
    if (stored.flip_y)
      shown.offset.y = flipped(picture.size.height, plane.height, shown.step.y, shown.offset.y);
    if (!stored.transposed) return shown;
    return {.size = {plane.height, plane.width},
            .step = {shown.step.y, shown.step.x},
            .offset = {shown.offset.y, shown.offset.x},
            .stored = stored};
  }
  /// The size of the plane in memory.
  [[nodiscard]] OVL_FN Size stored_size() const {
    return stored.transposed ? Size{size.height, size.width} : size;
  }
  /// The pixel at which the sample stored at (x, y) is shown.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> pixel(F x, F y) const {
    const PixelPosition<F> at = shown_at<F>({x, y}, stored_size(), stored);
    return {fma(at.x, F(step.x), F(offset.x)), fma(at.y, F(step.y), F(offset.y))};
  }
  /// The pixels at which a tile is shown.
  [[nodiscard]] OVL_FN GatherReach pixels_of_tile(int column, int row) const {
    const IntRange x = around_tile(column, 0), y = around_tile(row, 0);
    const auto a = pixel(static_cast<float>(x.first), static_cast<float>(y.first));
    const auto b = pixel(static_cast<float>(x.last), static_cast<float>(y.last));
    return {pixels_between(a.x, b.x), pixels_between(a.y, b.y)};
  }
  /// A pixel's position among the samples as shown. Steps are 1 or 2: nothing is rounded twice.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(const PixelPosition<F>& pixel) const {
    return {(pixel.x - F(offset.x)) * F(1.0F / step.x), (pixel.y - F(offset.y)) * F(1.0F / step.y)};
  }
  /// A position limited to the samples and their surroundings: farther out nothing changes.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> inside(const PixelPosition<F>& at) const {
    const F least(-4.0F), beyond(4.0F);
    return {max(least, min(at.x, F(static_cast<float>(size.width)) + beyond)),
            max(least, min(at.y, F(static_cast<float>(size.height)) + beyond))};
  }
  /// Where the sample shown at (x, y) is stored; beyond the edges, the nearest one.
  [[nodiscard]] OVL_FN PixelPosition<int> in_memory(int x, int y) const {
    const int across = column_in_memory(x), down = row_in_memory(y);
    return stored.transposed ? PixelPosition<int>{down, across} : PixelPosition<int>{across, down};
  }
  /// The same for a column and for a row as shown, along its axis in memory.
  [[nodiscard]] OVL_FN int column_in_memory(int x) const {
    return nearest(x, size.width, stored.transposed ? stored.flip_y : stored.flip_x);
  }
  [[nodiscard]] OVL_FN int row_in_memory(int y) const {
    return nearest(y, size.height, stored.transposed ? stored.flip_x : stored.flip_y);
  }

 private:
  OVL_FN static IntRange pixels_between(float a, float b) {
    return {static_cast<int>(floor(min(a, b))), static_cast<int>(-floor(-max(a, b)))};
  }
  OVL_FN static int nearest(int i, int count, bool flipped) {
    i = i < 0 ? 0 : i < count ? i : count - 1;
    return flipped ? count - 1 - i : i;
  }
};

/// Weights of four neighbours for a position `t` beyond the second one, 0 to 1: the interpolating
/// cubic of Catmull and Rom (1974), a = -1/2 of Keys (1981). F is a float, or a vector of them.
template <class F>
struct CubicWeights {
  F weight[4];
  OVL_FN explicit CubicWeights(F t) {
    const F half = F(0.5F) * t;
    weight[0] = half * fma(t, F(2.0F) - t, F(-1.0F));
    weight[1] = fma(half * t, fma(F(3.0F), t, F(-5.0F)), F(1.0F));
    weight[2] = half * fma(t, fma(F(-3.0F), t, F(4.0F)), F(1.0F));
    weight[3] = half * t * (t - F(1.0F));
  }
  [[nodiscard]] OVL_FN F operator()(const F (&at)[4]) const {
    return fma(weight[3], at[3], fma(weight[2], at[2], fma(weight[1], at[1], weight[0] * at[0])));
  }
};

/// A square of a component's samples, row by row as shown; beyond the edges, the nearest ones.
template <int side, class From>
OVL_FN void shown_samples(const From& from, const ShownPlane& plane, int left, int top,
                          float (&out)[side][side]) {
  int across[side], down[side];
  OVL_UNROLLED
  for (int i = 0; i < side; ++i) {
    across[i] = plane.column_in_memory(left + i);
    down[i] = plane.row_in_memory(top + i);
  }
  samples_at(from, across, down, plane.stored.transposed, out);
}
/// A component's value between its samples as shown, bilinearly.
template <class From>
OVL_FN float seen_between(const From& from, const ShownPlane& plane, float x, float y) {
  const float left = floor(x), top = floor(y);
  float samples[2][2];
  shown_samples(from, plane, static_cast<int>(left), static_cast<int>(top), samples);
  const float four[4] = {samples[0][0], samples[0][1], samples[1][0], samples[1][1]};
  return bilinear(four, x - left, y - top);
}

/// Makes each sample of `to` from samples of a component. A field is one of GatherPass with one
/// tap, and also has
///
///   is_cubic    whether positions between samples are interpolated from 4 x 4 of them, or 2 x 2
///   has_reach   false if samples may come from anywhere: then there is no reach()
template <class PlaneField>
struct PlaneGatherPass {
  using Field = PlaneField;
  static constexpr PassBlock block{8, 1};
  static constexpr int side = Field::is_cubic ? 4 : 2;  ///< samples that are interpolated
  static constexpr int before = side / 2 - 1;           ///< of them, those before floor(position)
  PictureComponent from;
  PlaneImage to;
  ShownPlane plane;
  Field field{};
  bool makes_next = false;  ///< also makes the next component, whose samples lie at the same places
  PlaneImage to_next;

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }
  /// The pass that makes only the next component.
  [[nodiscard]] OVL_FN PlaneGatherPass next() const {
    PlaneGatherPass next = *this;
    next.from = from.next();
    next.to = to_next;
    next.makes_next = false;
    return next;
  }
  /// Clears the mark of a tile that the field leaves unchanged, so that it is neither made nor
  /// mixed. Returns whether it did.
  template <class Near>
  OVL_FN bool leaves_tile(const Near& near, int column, int row) const {
    if (!near.is_still() || !from.is_steady()) return false;
    to.marks(row)[column] = 0;
    return true;
  }
  /// The field for a tile of the output.
  [[nodiscard]] OVL_FN auto near_tile(int column, int row) const {
    const GatherReach pixels = plane.pixels_of_tile(column, row);
    return field.near(pixels.x, pixels.y);
  }
  /// The range, among the samples as shown, of an output tile's samples and all that they come
  /// from, if the field stays within its reach.
  [[nodiscard]] OVL_FN GatherReach around_shown_tile(int column, int row) const {
    const IntRange x = around_tile(column, 0), y = around_tile(row, 0);
    const Size stored = plane.stored_size();
    const auto a = shown_at<int>({x.first, y.first}, stored, plane.stored);
    const auto b = shown_at<int>({x.last, y.last}, stored, plane.stored);
    GatherReach reach = field.reach();  // in pixels, of which a sample has one or two
    reach.x = {(a.x < b.x ? a.x : b.x) + reach.x.first, (a.x < b.x ? b.x : a.x) + reach.x.last};
    reach.y = {(a.y < b.y ? a.y : b.y) + reach.y.first, (a.y < b.y ? b.y : a.y) + reach.y.last};
    return reach;
  }
  /// Position, among the samples as shown, that the sample stored at (x, y) comes from.
  template <class Near, class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(const Near& near, F x, F y) const {
    return plane.inside(plane.place(near.place(0, plane.pixel(x, y))));
  }
  /// A component's value there.
  template <class From>
  [[nodiscard]] OVL_FN float seen(const From& samples_of, float x, float y) const {
    const float left = floor(x), top = floor(y);
    float samples[side][side];
    shown_samples(samples_of, plane, static_cast<int>(left) - before,
                  static_cast<int>(top) - before, samples);
    return between(samples, x - left, y - top);
  }
  /// The value between samples, `x` and `y` beyond the upper left one of the middle four, 0 to 1.
  template <class F>
  OVL_FN static F between(const F (&samples)[side][side], F x, F y) {
    if constexpr (Field::is_cubic) {
      const CubicWeights<F> across(x), down(y);
      const F lines[side] = {across(samples[0]), across(samples[1]), across(samples[2]),
                             across(samples[3])};
      return down(lines);
    } else {
      const F four[4] = {samples[0][0], samples[0][1], samples[1][0], samples[1][1]};
      return bilinear(four, x, y);
    }
  }
};

}  // namespace overlace

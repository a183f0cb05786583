// SPDX-License-Identifier: Apache-2.0
// Passes over planes whose samples come from elsewhere in the picture: where, a field says, as for
// layers (gpu/kernels/gather.h). Beyond its edges the picture is as on them.
#pragma once

#include "gpu/kernels/gather.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// A component's plane as it is shown: sample (i, j) has its middle at the pixel
/// (i step.x + offset.x, j step.y + offset.y).
struct ShownPlane {
  Size size;
  Vec2 step{1, 1}, offset;
  Orientation stored;

  /// Of a picture that is stored this way, of which samples have `across` x `down` pixels.
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
  /// The pixel at which a sample is shown that is stored at (x, y).
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> pixel(F x, F y) const {
    const PixelPosition<F> at = shown_at<F>({x, y}, stored_size(), stored);
    return {fma(at.x, F(step.x), F(offset.x)), fma(at.y, F(step.y), F(offset.y))};
  }
  /// The place among the samples as shown, for a pixel. Steps are 1 or 2: nothing is rounded twice.
  template <class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(const PixelPosition<F>& pixel) const {
    return {(pixel.x - F(offset.x)) * F(1.0F / step.x), (pixel.y - F(offset.y)) * F(1.0F / step.y)};
  }
  /// Where a sample is stored that is shown at `at`; the nearest one beyond the edges.
  [[nodiscard]] OVL_FN PixelPosition<int> in_memory(int x, int y) const {
    x = x < 0 ? 0 : x < size.width ? x : size.width - 1;
    y = y < 0 ? 0 : y < size.height ? y : size.height - 1;
    const Size memory = stored_size();
    if (stored.transposed) {
      const int other = x;
      x = y;
      y = other;
    }
    return {stored.flip_x ? memory.width - 1 - x : x, stored.flip_y ? memory.height - 1 - y : y};
  }
};

/// Weights of four neighbours for a place `t` beyond the second one, 0 to 1: the cubic through the
/// samples of Catmull and Rom (1974), a = -1/2 of Keys (1981).
struct CubicWeights {
  float weight[4];
  OVL_FN explicit CubicWeights(float t) {
    const float half = 0.5F * t;
    weight[0] = half * fma(t, 2.0F - t, -1.0F);
    weight[1] = fma(half * t, fma(3.0F, t, -5.0F), 1.0F);
    weight[2] = half * fma(t, fma(-3.0F, t, 4.0F), 1.0F);
    weight[3] = half * t * (t - 1.0F);
  }
  [[nodiscard]] OVL_FN float operator()(const float (&at)[4]) const {
    return fma(weight[3], at[3], fma(weight[2], at[2], fma(weight[1], at[1], weight[0] * at[0])));
  }
};

/// Makes each sample of `to` of samples of a component. A field is one of GatherPass with one tap,
/// and says with
///
///   is_cubic                whether places between samples are seen through 4 x 4 of them, not 2 x
///   2
template <class PlaneField>
struct PlaneGatherPass {
  using Field = PlaneField;
  static constexpr PassBlock block{8, 1};
  PictureComponent from;
  PlaneImage to;
  ShownPlane plane;
  Field field{};

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to; }
  /// The field for a tile of the output.
  [[nodiscard]] OVL_FN auto near_tile(int column, int row) const {
    const IntRange x = around_tile(column, 0), y = around_tile(row, 0);
    const auto a = plane.pixel(static_cast<float>(x.first), static_cast<float>(y.first));
    const auto b = plane.pixel(static_cast<float>(x.last), static_cast<float>(y.last));
    return field.near(pixels_between(a.x, b.x), pixels_between(a.y, b.y));
  }
  /// Where, among the samples as shown, the samples stored at (x, y) come from.
  template <class Near, class F>
  [[nodiscard]] OVL_FN PixelPosition<F> place(const Near& near, F x, F y) const {
    const PixelPosition<F> at = plane.place(near.place(0, plane.pixel(x, y)));
    const F least(-4.0F), beyond(4.0F);
    return {max(least, min(at.x, F(static_cast<float>(plane.size.width)) + beyond)),
            max(least, min(at.y, F(static_cast<float>(plane.size.height)) + beyond))};
  }
  /// What is seen there.
  [[nodiscard]] OVL_FN float seen(float x, float y) const {
    const float left = floor(x), top = floor(y);
    const int column = static_cast<int>(left), row = static_cast<int>(top);
    const float fx = x - left, fy = y - top;
    if constexpr (Field::is_cubic) {
      const CubicWeights across(fx), down(fy);
      float lines[4];
      OVL_UNROLLED
      for (int j = 0; j < 4; ++j) {
        const float line[4] = {sample(column - 1, row - 1 + j), sample(column, row - 1 + j),
                               sample(column + 1, row - 1 + j), sample(column + 2, row - 1 + j)};
        lines[j] = across(line);
      }
      return down(lines);
    } else {
      const float samples[4] = {sample(column, row), sample(column + 1, row),
                                sample(column, row + 1), sample(column + 1, row + 1)};
      return bilinear(samples, fx, fy);
    }
  }

 private:
  [[nodiscard]] OVL_FN float sample(int x, int y) const {
    const PixelPosition<int> at = plane.in_memory(x, y);
    return from.sample(at.x, at.y);
  }
  OVL_FN static IntRange pixels_between(float a, float b) {
    return {static_cast<int>(floor(min(a, b))), static_cast<int>(-floor(-max(a, b)))};
  }
};

}  // namespace overlace

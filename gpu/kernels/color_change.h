// SPDX-License-Identifier: Apache-2.0
// Changes of a picture's colours that need all components at once: what they add to each pixel is
// computed from the picture as it was, and then added to the components. Where a change leaves a
// colour alone, samples keep every bit, chroma included.
#pragma once

#include "gpu/kernels/grade.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// What is added to a picture, in code values: a plane as large as the picture for each component
/// that it has. The tiles that the region covers are wanted, and made.
struct ColorChanges {
  PlaneImage first;          ///< of component 0
  std::ptrdiff_t apart = 0;  ///< floats from a component's plane to the next one's

  [[nodiscard]] OVL_FN float* row(int component, int y) const {
    return first.row(y) + component * apart;
  }
  /// What is added to a pixel; beyond the picture's edges, to the nearest one.
  [[nodiscard]] OVL_FN float at(int component, int x, int y) const {
    const int right = first.size.width - 1, bottom = first.size.height - 1;
    x = x < 0 ? 0 : x > right ? right : x;
    y = y < 0 ? 0 : y > bottom ? bottom : y;
    if (!first.is_wanted(x >> log2_layer_tile, y >> log2_layer_tile)) return 0;
    return row(component, y)[x];
  }
};

/// Whether colours are multiplied by the picture's alpha. Y'CbCr counts as opaque.
OVL_FN bool has_own_alpha(const Target& picture) {
  return picture.alpha.data != nullptr && !picture.has_chroma;
}
/// R'G'B' of code values, both premultiplied. Not clamped: there may be light beyond 0 and 1.
template <class F>
OVL_FN Rgb<F> rgb_of_code(const Target& picture, const Rgb<F>& code, F alpha) {
  const Rgb<F> above{code.r - F(picture.offset[0]) * alpha, code.g - F(picture.offset[1]) * alpha,
                     code.b - F(picture.offset[2]) * alpha};
  return times(picture.inverse, above);
}
/// How much a component of a pixel changes, in code values, where a region covers it by `coverage`.
/// 0 if that is NaN or infinite.
template <class F>
OVL_FN F change_of_code(const Target& picture, int component, const Pixel<F>& change, F coverage) {
  const F whole =
      component == alpha_component
          ? change.a * F(whole_alpha(picture))
          : weighted(picture.matrix[component], Rgb<F>{change.c[0], change.c[1], change.c[2]});
  const F part = coverage * whole;
  return select(abs(part) < F(__builtin_inff()), part, F(0.0F));
}

/// Computes what is added to the pixels under a region. A formula is a plain record with
///
///   has_alpha               whether it also changes the picture's alpha
///   change(from, x, y)      what it adds to a pixel that is there: R'G'B' and alpha, premultiplied
template <class ChangeFormula>
struct ChangePass {
  using Formula = ChangeFormula;
  static constexpr PassBlock block{8, 1};
  PictureComponent from;  ///< the picture's first one
  ColorChanges to;
  Formula formula{};

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to.first; }
  /// Whether a component changes.
  [[nodiscard]] OVL_FN bool makes(int component) const {
    const Target& picture = from.picture();
    if (component == alpha_component) return Formula::has_alpha && has_own_alpha(picture);
    return picture.component[component].data != nullptr;
  }
};

/// Adds the changes of its pixels to a component; averages them over the footprint of chroma.
struct AddPass {
  static constexpr PassBlock block{32, 1};
  PictureComponent to;
  ColorChanges changes;
  bool alpha_changes = false;  ///< then straight colours are divided by the new alpha

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PictureComponent& output() const { return to; }

  [[nodiscard]] OVL_FN float change(int x, int y) const {
    return over_footprint(to.picture(), to.component, x, y,
                          [&](int px, int py) { return changes.at(to.component, px, py); });
  }
  /// Adds a change to a sample that is there.
  OVL_FN void add(int x, int y, float change) const {
    if (change == 0 && !(alpha_changes && to.is_straight())) return;
    const Target& picture = to.picture();
    std::byte* at = sample_at(to.plane(), x, y);
    const float under = load_sample(picture, at);
    if (!to.is_straight())
      return (void)store_sample(picture, at, composite(picture, under, 0.0F, change));
    const float alpha = to.opacity(x, y);
    const float more = alpha_changes ? changes.at(alpha_component, x, y) : 0.0F;
    const float all = alpha + more / whole_alpha(picture);
    if (!(all > 0) || (change == 0 && more == 0)) return;
    const float color = fma(under, alpha, change) / all;
    store_sample(
        picture, at,
        is_float(picture.sample) ? with_one_nan(color) : round_even(limit(color, picture.max)));
  }
};

/// Sets one of several values in registers, which a GPU cannot index.
template <int count>
OVL_FN void set_value(float (&values)[count], int index, float value) {
  OVL_UNROLLED
  for (int i = 0; i < count; ++i) values[i] = i == index ? value : values[i];
}

/// What a formula of a pixel's colour and alpha adds to a pixel. Chroma is that of the sample that
/// the pixel shares, as when groups blend with the picture.
template <class Formula, class From>
OVL_FN Pixel<float> change_at(const Formula& formula, const From& from, int x, int y) {
  const Target& picture = from.picture();
  float code[3]{};
  OVL_ROLLED
  for (int i = 0; i < 3; ++i) {
    const From of = from.other(i);
    if (of.plane().data == nullptr) continue;
    const bool halved = is_subsampled(picture, i);
    set_value(code, i, of.sample(halved ? x / 2 : x, halved && picture.half_rows ? y / 2 : y));
  }
  const float alpha = has_own_alpha(picture) ? from.opacity(x, y) : 1.0F;
  const Rgb<float> made =
      formula(rgb_of_code(picture, Rgb<float>{code[0], code[1], code[2]}, alpha), alpha);
  return {{made.r, made.g, made.b}, 0};
}

}  // namespace overlace

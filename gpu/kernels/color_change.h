// SPDX-License-Identifier: Apache-2.0
// Passes of layers on the picture: its pixels are converted to R'G'B' one by one, and what a pass
// adds to them is computed from the picture as it was, then added to the components. Where a pass
// leaves a colour alone, samples keep every bit, chroma included.
#pragma once

#include "gpu/kernels/color_pass.h"
#include "gpu/kernels/grade.h"
#include "gpu/kernels/pixel.h"
#include "gpu/kernels/pixel_samples.h"
#include "gpu/kernels/plane_gather.h"

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
  return picture.alpha.data != nullptr && !picture.has_chroma();
}
/// Whether a component is part of a pixel's colour and alpha.
OVL_FN bool is_seen(const Target& picture, int component) {
  return component == alpha_component ? has_own_alpha(picture)
                                      : picture.component[component].data != nullptr;
}
/// A pixel as layers have it: R'G'B' and alpha, premultiplied; code(component) is the value of a
/// component that is seen. Not clamped: there may be light beyond 0 and 1.
template <class F, class Code>
OVL_FN PixelSamples<F> pixel_of_codes(const Target& picture, const Code& code) {
  const F alpha =
      has_own_alpha(picture) ? code(alpha_component) / F(whole_alpha(picture)) : F(1.0F);
  const auto above = [&](int component) {
    const F value = is_seen(picture, component) ? code(component) : F(0.0F);
    return value - F(picture.offset[component]) * alpha;
  };
  const Rgb<F> color = times(picture.inverse, Rgb<F>{above(0), above(1), above(2)});
  return {color.r, color.g, color.b, alpha};
}
/// How much a component of a pixel changes, in code values, where a region covers it by `coverage`.
/// 0 if that is NaN or infinite.
template <class F>
OVL_FN F change_of_code(const Target& picture, int component, const PixelSamples<F>& change,
                        F coverage) {
  const auto& [r, g, b, a] = change.value;
  const F whole = component == alpha_component
                      ? a * F(whole_alpha(picture))
                      : weighted(picture.matrix[component], Rgb<F>{r, g, b});
  const F part = coverage * whole;
  return select(abs(part) < F(__builtin_inff()), part, F(0.0F));
}

/// What a pass of layers adds to pixels of a tile, row by row from the top down. F is a float, or
/// sixteen pixels in the lanes of a CPU's vector. A call takes the pixels' places as stored and
/// what reads the picture there:
///
///   own()               the pixels themselves
///   seen(places, out)   what lies at several places as shown, px; bilinear between samples
template <class F, class LayerPass>
class LayerChange;

template <class F, class Formula>
class LayerChange<F, ColorPass<Formula>> {
 public:
  OVL_FN LayerChange(const ColorPass<Formula>& pass, int, int) : formula_(pass.formula) {}
  template <class Reader>
  OVL_FN PixelSamples<F> operator()(const Reader& picture, F, F) const {
    const PixelSamples<F> own = picture.own();
    const auto& [r, g, b, alpha] = own.value;
    const Rgb<F> made = formula_(Rgb<F>{r, g, b}, alpha);
    return {made.r - r, made.g - g, made.b - b, F(0.0F)};
  }

 private:
  Formula formula_;
};

template <class F, class Formula>
class LayerChange<F, PixelPass<Formula>> {
 public:
  OVL_FN LayerChange(const PixelPass<Formula>& pass, int, int) : pass_(pass), rows_(pass.formula) {}
  template <class Reader>
  OVL_FN PixelSamples<F> operator()(const Reader& picture, F x, F y) {
    const PixelSamples<F> own = picture.own();
    const auto& [r, g, b, alpha] = own.value;
    const Rgb<F> made = rows_(Rgb<F>{r, g, b}, alpha, pass_.shown(x, y));
    return {made.r - r, made.g - g, made.b - b, F(0.0F)};
  }

 private:
  const PixelPass<Formula>& pass_;
  typename Formula::template Rows<F> rows_;
};

/// One of the field's taps must be still: between samples of chroma, a pixel's own colour is what
/// such a tap reads.
template <class F, class Field>
class LayerChange<F, GatherPass<Field>> {
 public:
  OVL_FN LayerChange(const GatherPass<Field>& pass, int column, int row)
      : pass_(pass), near_(pass.near_tile(column, row)) {}
  template <class Reader>
  OVL_FN PixelSamples<F> operator()(const Reader& picture, F x, F y) const {
    const PixelPosition<F> at = pass_.shown(x, y);
    PixelPosition<F> places[Field::taps];
    OVL_UNROLLED
    for (int tap = 0; tap < Field::taps; ++tap)
      places[tap] = tap == Field::still_tap ? at : near_.place(tap, at);
    PixelSamples<F> read[Field::taps];
    picture.seen(places, read);
    return pass_.field.mix(read) - read[Field::still_tap];
  }

 private:
  const GatherPass<Field>& pass_;
  decltype(std::declval<Field>().near(IntRange{}, IntRange{})) near_;
};

/// Whether a pass of layers changes alpha.
template <class LayerPass>
inline constexpr bool changes_alpha = false;
template <class Field>
inline constexpr bool changes_alpha<GatherPass<Field>> = true;

/// Computes what a pass of layers adds to the pixels under a region.
template <class LayerPass>
struct ChangePass {
  using Layer = LayerPass;
  static constexpr PassBlock block{8, 1};
  PictureComponent from;  ///< the picture's first one
  ColorChanges to;
  ShownPlane full, chroma;  ///< components at full resolution, and subsampled ones
  LayerPass pass;           ///< has no images, but `to` has the picture's size

  [[nodiscard]] OVL_FN bool is_active() const { return true; }
  [[nodiscard]] OVL_FN const PlaneImage& output() const { return to.first; }
  /// Whether a component changes.
  [[nodiscard]] OVL_FN bool makes(int component) const {
    const Target& picture = from.picture();
    if (component == alpha_component) return changes_alpha<LayerPass> && has_own_alpha(picture);
    return picture.component[component].data != nullptr;
  }
  /// How a component is shown.
  [[nodiscard]] OVL_FN const ShownPlane& shown(int component) const {
    return is_subsampled(from.picture(), component) ? chroma : full;
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

/// Reads the picture for the pixel stored at (x, y); `From` reads a component. Loops over
/// components are not unrolled, because the code is long.
template <class LayerPass, class From>
struct PictureReader {
  const ChangePass<LayerPass>& pass;
  const From& from;  ///< the first component
  int x, y;

  /// Chroma is that of the sample that the pixel shares, as when groups blend with the picture.
  [[nodiscard]] OVL_FN Samples own() const {
    const Target& picture = from.picture();
    float code[most_components]{};
    OVL_ROLLED
    for (int i = 0; i < most_components; ++i) {
      if (!is_seen(picture, i)) continue;
      const bool halved = is_subsampled(picture, i);
      set_value(
          code, i,
          from.other(i).sample(halved ? x / 2 : x, halved && picture.has_half_rows() ? y / 2 : y));
    }
    return pixel_of_codes<float>(picture, [&](int component) { return code[component]; });
  }
  template <int taps>
  OVL_FN void seen(const PixelPosition<float> (&places)[taps], Samples (&out)[taps]) const {
    const Target& picture = from.picture();
    float codes[most_components * taps]{};
    OVL_ROLLED
    for (int i = 0; i < most_components; ++i) {
      if (!is_seen(picture, i)) continue;
      const From component = from.other(i);
      const ShownPlane& plane = pass.shown(i);
      OVL_UNROLLED
      for (int tap = 0; tap < taps; ++tap) {
        const auto at = plane.inside(plane.place(places[tap]));
        set_value(codes, i * taps + tap, seen_between(component, plane, at.x, at.y));
      }
    }
    OVL_UNROLLED
    for (int tap = 0; tap < taps; ++tap)
      out[tap] = pixel_of_codes<float>(
          picture, [&](int component) { return codes[component * taps + tap]; });
  }
};

}  // namespace overlace

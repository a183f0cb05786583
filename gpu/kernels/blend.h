// SPDX-License-Identifier: Apache-2.0
// Blending: premultiplied "over", and the separable blend modes of W3C Compositing and Blending 1.
#pragma once

#include "gpu/kernels/lane.h"
#include "graph/data/display_list.h"

namespace overlace {

/// Three colour components and alpha of a block of pixels, premultiplied.
template <class F>
struct Pixel {
  F c[3];
  F a;
};

/// Paints `color` (straight) with `alpha` over `under`.
template <class F>
OVL_FN Pixel<F> paint_over(const Pixel<F>& under, const F (&color)[3], F alpha) {
  const F rest = F(1.0F) - alpha;
  Pixel<F> out;
  for (int i = 0; i < 3; ++i) out.c[i] = fma(under.c[i], rest, color[i] * alpha);
  out.a = fma(under.a, rest, alpha);
  return out;
}

/// Lays premultiplied `over` on premultiplied `under`.
template <class F>
OVL_FN Pixel<F> layer_over(const Pixel<F>& under, const Pixel<F>& over) {
  const F rest = F(1.0F) - over.a;
  Pixel<F> out;
  for (int i = 0; i < 3; ++i) out.c[i] = fma(under.c[i], rest, over.c[i]);
  out.a = fma(under.a, rest, over.a);
  return out;
}

/// Multiplies where the source is dark, screens where it is light.
template <class F>
OVL_FN F hard_light(F backdrop, F source) {
  const F twice = source + source, above = twice - F(1.0F);
  return select(source > F(0.5F), backdrop + above - backdrop * above, backdrop * twice);
}
/// Darkens or lightens, less towards black and white.
template <class F>
OVL_FN F soft_light(F backdrop, F source) {
  const F above = source + source - F(1.0F);
  const F near_black = fma(fma(F(16.0F), backdrop, F(-12.0F)), backdrop, F(4.0F)) * backdrop;
  const F lightest = select(backdrop > F(0.25F), sqrt(backdrop), near_black);
  const F darker = backdrop * (F(1.0F) - backdrop);
  return fma(above, select(above > F(0.0F), lightest - backdrop, darker), backdrop);
}
/// The quotient, limited to 1. Anything divided by 0 is 1, except 0, which is 0.
template <class F>
OVL_FN F quotient_to_1(F dividend, F divisor) {
  const F least = select(divisor > F(0.0F), divisor, F(1e-30F));
  return min(dividend / least, F(1.0F));
}

/// The blend function B(backdrop, source) of one component, both 0..1, neither premultiplied.
template <class F>
OVL_FN F blend_component(BlendMode mode, F backdrop, F source) {
  switch (mode) {
    case BlendMode::add:
      return min(backdrop + source, F(1.0F));
    case BlendMode::screen:
      return backdrop + source - backdrop * source;
    case BlendMode::multiply:
      return backdrop * source;
    case BlendMode::difference:
      return abs(backdrop - source);
    case BlendMode::lighten:
      return max(backdrop, source);
    case BlendMode::darken:
      return min(backdrop, source);
    case BlendMode::overlay:
      return hard_light(source, backdrop);
    case BlendMode::hard_light:
      return hard_light(backdrop, source);
    case BlendMode::soft_light:
      return soft_light(backdrop, source);
    case BlendMode::color_dodge:
      return quotient_to_1(backdrop, F(1.0F) - source);
    case BlendMode::color_burn:
      return F(1.0F) - quotient_to_1(F(1.0F) - backdrop, source);
    case BlendMode::exclusion:
      return fma(F(-2.0F) * backdrop, source, backdrop + source);
    case BlendMode::normal:
    case BlendMode::plus:
    case BlendMode::erase:
    case BlendMode::inside:
      break;
  }
  return source;
}

}  // namespace overlace

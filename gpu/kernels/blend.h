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
    case BlendMode::normal:
      break;
  }
  return source;
}

}  // namespace overlace

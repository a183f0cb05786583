// SPDX-License-Identifier: Apache-2.0
// Groups and layers: conversion between R'G'B' and a target's working space, and blending groups.
#pragma once

#include "gpu/kernels/blend.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"

namespace overlace {

OVL_FN std::uint32_t group_depth(const Group* groups, std::uint32_t group) {
  return group == no_group ? 0 : groups[group].depth;
}

/// Where painting stands among groups.
struct GroupPlace {
  std::uint32_t open = no_group;    ///< the innermost open one
  std::uint32_t closed = no_group;  ///< the last closed one that shows
};

/// Closes groups until `wanted` or an ancestor of it is the open one, then opens groups down to
/// `wanted`: calls close(group, shows), then open(), for each. Groups are opened only where they
/// are painted on, and never again once closed; one whose mask was not opened does not show.
template <class Open, class Close>
OVL_FN void enter_group(const Group* groups, GroupPlace& place, std::uint32_t wanted,
                        const Open& open, const Close& close) {
  std::uint32_t shared = wanted, current = place.open;
  while (group_depth(groups, shared) > group_depth(groups, current)) shared = groups[shared].parent;
  while (current != shared) {
    if (group_depth(groups, shared) == group_depth(groups, current)) shared = groups[shared].parent;
    const Group& group = groups[current];
    const bool shows = group.mask == no_group || group.mask == place.closed;
    close(group, shows);
    if (shows) place.closed = current;
    current = group.parent;
  }
  for (auto depth = group_depth(groups, current); depth < group_depth(groups, wanted); ++depth) {
    open();
  }
  place.open = wanted;
}

/// A component of premultiplied R'G'B' in the target's working space, premultiplied.
template <class F>
OVL_FN F to_work(const Target& target, int i, const F (&rgb)[3], F alpha) {
  const float* m = target.matrix[i];
  return fma(F(m[0]), rgb[0],
             fma(F(m[1]), rgb[1], fma(F(m[2]), rgb[2], F(target.offset[i]) * alpha)));
}
/// R', G' or B' of a straight colour in the working space, limited to 0..1.
template <class F>
OVL_FN F to_rgb(const Target& target, int i, const F (&work)[3]) {
  const float* m = target.inverse[i];
  F sum = F(m[0]) * (work[0] - F(target.offset[0]));
  sum = fma(F(m[1]), work[1] - F(target.offset[1]), sum);
  return saturate(fma(F(m[2]), work[2] - F(target.offset[2]), sum));
}

/// A layer's pixel, premultiplied R'G'B'A, in the target's working space.
template <class F>
OVL_FN Pixel<F> to_work(const Target& target, const Pixel<F>& rgba) {
  return {{to_work(target, 0, rgba.c, rgba.a), to_work(target, 1, rgba.c, rgba.a),
           to_work(target, 2, rgba.c, rgba.a)},
          rgba.a};
}

/// Premultiplied paint with a tint: the tint's alpha is the fraction that takes its colour.
template <class F>
OVL_FN Pixel<F> tinted(const Pixel<F>& paint, const WorkColor& tint) {
  Pixel<F> out = paint;
  for (int i = 0; i < 3; ++i)
    out.c[i] = fma(F(tint.a), fms(F(tint.c[i]), paint.a, paint.c[i]), paint.c[i]);
  return out;
}

/// A group's paint at its opacity.
template <class F>
OVL_FN Pixel<F> faded(const Pixel<F>& paint, F opacity) {
  return {{paint.c[0] * opacity, paint.c[1] * opacity, paint.c[2] * opacity}, paint.a * opacity};
}

/// What is under a group: colour in the working space, and alpha.
template <class F>
struct Backdrop {
  F work[3];
  F alpha;
};
/// Multiplies straight colours by their alpha; without alpha they mean nothing.
template <class F>
OVL_FN void premultiply(Backdrop<F>& backdrop) {
  for (F& color : backdrop.work)
    color = select(backdrop.alpha > F(0.0F), color * backdrop.alpha, F(0.0F));
}

/// The backdrop after painting `paint` on `under`. Takes premultiplied colours, returns straight
/// ones.
template <class F>
OVL_FN Backdrop<F> painted_backdrop(const Backdrop<F>& under, const Pixel<F>& paint) {
  const F rest = F(1.0F) - paint.a;
  Backdrop<F> out;
  out.alpha = fma(under.alpha, rest, paint.a);
  const F safe = max(out.alpha, F(1e-9F));
  for (int i = 0; i < 3; ++i) out.work[i] = fma(under.work[i], rest, paint.c[i]) / safe;
  return out;
}

/// Blends a group's pixels `over` onto `paint` by the general formula of W3C Compositing,
///   co = cs as (1 - ab) + as ab B(cb, cs) + (1 - as) ab cb,
/// with B in R'G'B'. `under` is the picture after `paint`. On a picture with chroma
/// (`on_video`) only the change B - cb is added, so that colours which the blend leaves alone keep
/// their chroma samples exactly.
template <class F>
OVL_LONG_FN Pixel<F> blend_group(const Target& target, bool on_video, BlendMode mode,
                                 const Pixel<F>& paint, const Backdrop<F>& under,
                                 const Pixel<F>& over) {
  const F safe = max(over.a, F(1e-9F));
  const F source[3] = {over.c[0] / safe, over.c[1] / safe, over.c[2] / safe};
  const F rest = F(1.0F) - over.a;

  F blended[3];
  for (int i = 0; i < 3; ++i) {
    const F backdrop = to_rgb(target, i, under.work);
    const F mixed = blend_component(mode, backdrop, to_rgb(target, i, source));
    blended[i] = on_video ? mixed - backdrop : mixed;
  }
  Pixel<F> out;
  const F both = over.a * under.alpha;
  for (int i = 0; i < 3; ++i) {
    const F colour = to_work(target, i, blended, F(on_video ? 0.0F : 1.0F));
    out.c[i] = on_video
                   ? fma(both, colour, paint.c[i])
                   : fma(both, colour, fma(over.c[i], F(1.0F) - under.alpha, paint.c[i] * rest));
  }
  out.a = on_video ? paint.a : fma(paint.a, rest, over.a);
  return out;
}

/// What an operator leaves of a group's paint: the part `kept`, 0..1.
template <class F>
OVL_FN Pixel<F> kept_paint(const Pixel<F>& paint, F kept) {
  const auto part = [&](F value) {
    return select(kept > F(0.0F), fma(value, kept, F(0.0F)), F(0.0F));  // never -0, nor 0 x NaN
  };
  return {{part(paint.c[0]), part(paint.c[1]), part(paint.c[2])}, part(paint.a)};
}

/// The sum of two paints, each component R', G', B' and alpha limited to 1: "lighter" of W3C
/// Compositing. A colour can exceed 1 only where the sum of alphas does.
template <class F>
OVL_LONG_FN Pixel<F> sum_of_paints(const Target& target, const Pixel<F>& paint,
                                   const Pixel<F>& over) {
  const F alpha = paint.a + over.a;
  F work[3], rgb[3];
  for (int i = 0; i < 3; ++i) {
    work[i] = paint.c[i] + over.c[i];
    rgb[i] = work[i] - (alpha - F(1.0F)) * F(target.offset[i]);  // to_rgb() subtracts one offset
  }
  const F limited[3] = {to_rgb(target, 0, rgb), to_rgb(target, 1, rgb), to_rgb(target, 2, rgb)};
  const auto exceeds = alpha > F(1.0F);
  Pixel<F> out;
  for (int i = 0; i < 3; ++i)
    out.c[i] = select(exceeds, to_work(target, i, limited, F(1.0F)), work[i]);
  out.a = min(alpha, F(1.0F));
  return out;
}

/// What a group operator makes of the paint under it; `over` is the group's paint at its opacity.
template <class F>
OVL_FN Pixel<F> operate(const Target& target, BlendMode mode, const Pixel<F>& paint,
                        const Pixel<F>& over) {
  if (mode == BlendMode::plus) return sum_of_paints(target, paint, over);
  return kept_paint(paint, mode == BlendMode::inside ? over.a : F(1.0F) - over.a);
}

}  // namespace overlace

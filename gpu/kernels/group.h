// SPDX-License-Identifier: Apache-2.0
// Groups and layers: between R'G'B' and a target's working space, and blending a group as one.
#pragma once

#include "gpu/kernels/blend.h"
#include "gpu/kernels/scene.h"
#include "gpu/kernels/target.h"

namespace overlace {

OVL_FN std::uint32_t group_depth(const Group* groups, std::uint32_t group) {
  return group == no_group ? 0 : groups[group].depth;
}

/// Closes groups until `wanted` is open or an ancestor of it is, then opens down to it: calls
/// close(group), then open() as often. Groups are opened only where they are painted on, and never
/// again once closed.
template <class Open, class Close>
OVL_FN void enter_group(const Group* groups, std::uint32_t& current, std::uint32_t wanted,
                        const Open& open, const Close& close) {
  std::uint32_t shared = wanted;
  while (group_depth(groups, shared) > group_depth(groups, current)) shared = groups[shared].parent;
  while (current != shared) {
    if (group_depth(groups, shared) == group_depth(groups, current)) shared = groups[shared].parent;
    close(groups[current]);
    current = groups[current].parent;
  }
  for (auto depth = group_depth(groups, current); depth < group_depth(groups, wanted); ++depth) {
    open();
  }
  current = wanted;
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
/// Multiplies straight colours by their alpha; without any, they mean nothing.
template <class F>
OVL_FN void premultiply(Backdrop<F>& backdrop) {
  for (F& color : backdrop.work)
    color = select(backdrop.alpha > F(0.0F), color * backdrop.alpha, F(0.0F));
}

/// The backdrop that `paint` leaves of what is under it; from premultiplied colours to straight
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
/// with B in R'G'B'. `under` is what `paint` leaves of the picture. On a picture with chroma
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

}  // namespace overlace

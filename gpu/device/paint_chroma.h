// SPDX-License-Identifier: Apache-2.0
// Chroma of a region: paint averaged over each sample's footprint.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/chroma.h"

namespace overlace {

/// What chroma needs of a pixel, or of an average of pixels: components 1 and 2, alpha.
struct ChromaPaint {
  float value[3];
};
OVL_FN ChromaPaint chroma_of(const Pixel<float>& paint) {
  return {{paint.c[1], paint.c[2], paint.a}};
}
OVL_FN ChromaPaint twice_centered(const ChromaPaint& first, const ChromaPaint& second) {
  ChromaPaint out;
  OVL_UNROLLED
  for (int i = 0; i < 3; ++i) out.value[i] = twice_centered(first.value[i], second.value[i]);
  return out;
}
OVL_FN ChromaPaint four_times_around(const ChromaPaint& before, const ChromaPaint& on,
                                     const ChromaPaint& after) {
  ChromaPaint out;
  OVL_UNROLLED
  for (int i = 0; i < 3; ++i)
    out.value[i] = four_times_around(before.value[i], on.value[i], after.value[i]);
  return out;
}
OVL_FN ChromaPaint scaled(const ChromaPaint& paint, float by) {
  return {{paint.value[0] * by, paint.value[1] * by, paint.value[2] * by}};
}
OVL_FN bool is_clear(const ChromaPaint& paint) {
  return paint.value[0] == 0 && paint.value[1] == 0 && paint.value[2] == 0;
}

/// What a pixel of a region or of its halo shows.
template <class Region>
OVL_FN ChromaPaint chroma_at(const Region& region, unsigned index) {
  return chroma_of(region.paint_at(index));
}

/// The sample whose left pixel is `x`, times across_scale; column(x) is a column's share in it.
template <class Region, class Column>
OVL_FN ChromaPaint chroma_across(const Region&, int x, const Column& column) {
  if constexpr (Region::Traits::halo == Halo::none) return twice_centered(column(x), column(x + 1));
  return four_times_around(column(x - 1), column(x), column(x + 1));
}
template <class Region>
inline constexpr float across_scale = Region::Traits::halo == Halo::none ? 2 : 4;

/// The sample of two adjacent pixels, if chroma has as many rows as the picture.
template <class Region>
OVL_FN ChromaPaint chroma_of_pair(const Region& region, int x, int y) {
  const ChromaPaint sum = chroma_across(region, x, [&](int at) {
    return chroma_at(region, paint_index({at, y}));
  });
  return scaled(sum, 1 / across_scale<Region>);
}

/// The sample of a quad of pixels, if chroma has half the rows, too. Columns are averaged first:
/// see kernels/chroma.h.
template <class Region>
OVL_FN ChromaPaint chroma_of_quad(const Region& region, int x, int y) {
  constexpr bool sees_above = Region::Traits::halo == Halo::left_top;
  const ChromaPaint sum = chroma_across(region, x, [&](int at) {
    const unsigned index = paint_index({at, y});
    const ChromaPaint upper = chroma_at(region, index);
    const ChromaPaint lower = chroma_at(region, index + paint_below(at));
    if constexpr (sees_above)
      return four_times_around(chroma_at(region, paint_index({at, y - 1})), upper, lower);
    return twice_centered(upper, lower);
  });
  constexpr float down_scale = sees_above ? 4 : 2;
  return scaled(sum, 1 / (across_scale<Region> * down_scale));
}

}  // namespace overlace

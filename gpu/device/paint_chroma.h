// SPDX-License-Identifier: Apache-2.0
// Chroma of a region: paint averaged over each sample's footprint, across threads.
#pragma once

#include "gpu/device/paint_region.h"
#include "gpu/kernels/chroma.h"

namespace overlace {

/// What chroma needs of a pixel, or an average of it: components 1 and 2, alpha.
struct ChromaPaint {
  float value[3];
};
OVL_FN ChromaPaint chroma_of(const Pixel<float>& paint) {
  return {{paint.c[1], paint.c[2], paint.a}};
}
OVL_FN ChromaPaint centered(const ChromaPaint& first, const ChromaPaint& second) {
  ChromaPaint out;
  OVL_UNROLLED
  for (int i = 0; i < 3; ++i) out.value[i] = centered(first.value[i], second.value[i]);
  return out;
}
OVL_FN ChromaPaint around(const ChromaPaint& before, const ChromaPaint& on,
                          const ChromaPaint& after) {
  ChromaPaint out;
  OVL_UNROLLED
  for (int i = 0; i < 3; ++i) out.value[i] = around(before.value[i], on.value[i], after.value[i]);
  return out;
}

OVL_FN ChromaPaint select(bool mask, const ChromaPaint& yes, const ChromaPaint& no) {
  ChromaPaint out;
  OVL_UNROLLED
  for (int i = 0; i < 3; ++i) out.value[i] = select(mask, yes.value[i], no.value[i]);
  return out;
}

template <class Region>
using ChromaPerThread = typename Region::template PerThread<ChromaPaint>;

/// What one pixel of every thread shows.
template <class Region>
OVL_FN ChromaPerThread<Region> chroma_pixel(const Region& region, int pixel) {
  auto out = region.team.template make<ChromaPaint>();
  region.team.each([&](int lane) { out[lane] = chroma_of(region.paint[lane].at[pixel]); });
  return out;
}

/// One row of each quad, 0 or 1, averaged sideways: around its even pixel, or between its two.
template <class Region>
OVL_FN ChromaPerThread<Region> chroma_row(const Region& region, int row) {
  auto& team = region.team;
  const auto even = chroma_pixel(region, 2 * row), odd = chroma_pixel(region, 2 * row + 1);
  auto out = team.template make<ChromaPaint>();
  if constexpr (Region::Traits::apron == Apron::none) {
    team.each([&](int lane) { out[lane] = centered(even[lane], odd[lane]); });
  } else {
    const auto beside = team.shuffle(odd, [](int lane) { return lane > 0 ? lane - 1 : 0; });
    const auto outside = team.shuffle(chroma_pixel(region, quad_pixels),
                                      [&](int lane) { return lane / quad_columns * 2 + row; });
    team.each([&](int lane) {
      const bool first = lane % quad_columns == 0;
      out[lane] = around(select(first, outside[lane], beside[lane]), even[lane], odd[lane]);
    });
  }
  return out;
}

/// The row of pixels above each quad, averaged sideways, given the lower rows of all quads.
template <class Region>
OVL_FN ChromaPerThread<Region> chroma_row_above(const Region& region,
                                                const ChromaPerThread<Region>& lower) {
  auto& team = region.team;
  const auto apron = chroma_pixel(region, quad_pixels);
  const auto from = [&](int offset) {
    return team.shuffle(
        apron, [offset](int lane) { return apron_row_lane + lane % quad_columns * 2 + offset; });
  };
  const auto left = from(0), on = from(1), right = from(2);
  const auto inside = team.shuffle(
      lower, [](int lane) { return lane < quad_columns ? lane : lane - quad_columns; });
  auto out = team.template make<ChromaPaint>();
  team.each([&](int lane) {
    const ChromaPaint outside = around(left[lane], on[lane], right[lane]);
    out[lane] = select(lane < quad_columns, outside, inside[lane]);
  });
  return out;
}

/// The sample of each quad where chroma has half the rows, too.
template <class Region>
OVL_FN ChromaPerThread<Region> chroma_quad(const Region& region) {
  const auto upper = chroma_row(region, 0), lower = chroma_row(region, 1);
  auto out = region.team.template make<ChromaPaint>();
  if constexpr (Region::Traits::apron == Apron::left_top) {
    const auto above = chroma_row_above(region, lower);
    region.team.each([&](int lane) { out[lane] = around(above[lane], upper[lane], lower[lane]); });
  } else {
    region.team.each([&](int lane) { out[lane] = centered(upper[lane], lower[lane]); });
  }
  return out;
}

}  // namespace overlace

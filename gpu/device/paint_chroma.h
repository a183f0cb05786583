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

/// Even and odd columns of each quad, averaged across: around the even one, or between the two.
/// outside() is the column left of the region.
template <class Region, class Outside>
OVL_FN ChromaPerThread<Region> chroma_across(const Region& region,
                                             const ChromaPerThread<Region>& even,
                                             const ChromaPerThread<Region>& odd,
                                             const Outside& outside) {
  auto& team = region.team;
  auto out = team.template make<ChromaPaint>();
  if constexpr (Region::Traits::apron == Apron::none) {
    team.each([&](int lane) { out[lane] = centered(even[lane], odd[lane]); });
  } else {
    const auto beside = team.shuffle(odd, [](int lane) { return lane > 0 ? lane - 1 : 0; });
    const ChromaPerThread<Region> left = outside();
    team.each([&](int lane) {
      const bool first = lane % quad_columns == 0;
      out[lane] = around(select(first, left[lane], beside[lane]), even[lane], odd[lane]);
    });
  }
  return out;
}

/// The apron's pixel left of row 0 or 1 of each quad, or of the row above it: -1.
template <class Region>
OVL_FN ChromaPerThread<Region> chroma_outside(const Region& region, int row) {
  return region.team.shuffle(chroma_pixel(region, quad_pixels), [row](int lane) {
    const int from = lane / quad_columns * 2 + row;
    return from < 0 ? apron_row_lane : from;
  });
}

/// The sample of each quad's row 0 or 1, where chroma has as many rows as the picture.
template <class Region>
OVL_FN ChromaPerThread<Region> chroma_row(const Region& region, int row) {
  return chroma_across(region, chroma_pixel(region, 2 * row), chroma_pixel(region, 2 * row + 1),
                       [&] { return chroma_outside(region, row); });
}

/// Column 0 or 1 of each quad in the row of pixels above it, given that of the lower row.
template <class Region>
OVL_FN ChromaPerThread<Region> chroma_above(const Region& region, int column,
                                            const ChromaPerThread<Region>& lower) {
  auto& team = region.team;
  const auto apron = team.shuffle(chroma_pixel(region, quad_pixels), [column](int lane) {
    return apron_row_lane + lane % quad_columns * 2 + 1 + column;
  });
  const auto inside = team.shuffle(
      lower, [](int lane) { return lane < quad_columns ? lane : lane - quad_columns; });
  auto out = team.template make<ChromaPaint>();
  team.each([&](int lane) { out[lane] = select(lane < quad_columns, apron[lane], inside[lane]); });
  return out;
}

/// A column averaged down, between its rows or around the upper one.
template <class Region, class Above>
OVL_FN ChromaPerThread<Region> chroma_down(const Region& region,
                                           const ChromaPerThread<Region>& upper,
                                           const ChromaPerThread<Region>& lower,
                                           const Above& above) {
  auto out = region.team.template make<ChromaPaint>();
  if constexpr (Region::Traits::apron == Apron::left_top) {
    const ChromaPerThread<Region> before = above();
    region.team.each([&](int lane) { out[lane] = around(before[lane], upper[lane], lower[lane]); });
  } else {
    region.team.each([&](int lane) { out[lane] = centered(upper[lane], lower[lane]); });
  }
  return out;
}

/// The sample of each quad where chroma has half the rows, too. Averages down columns come first:
/// see kernels/chroma.h.
template <class Region>
OVL_FN ChromaPerThread<Region> chroma_quad(const Region& region) {
  const auto column = [&](int i) {
    const auto lower = chroma_pixel(region, 2 + i);
    return chroma_down(region, chroma_pixel(region, i), lower,
                       [&] { return chroma_above(region, i, lower); });
  };
  return chroma_across(region, column(0), column(1), [&] {
    return chroma_down(region, chroma_outside(region, 0), chroma_outside(region, 1),
                       [&] { return chroma_outside(region, -1); });
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// How much of a region covers sixteen samples of a row, and what else is averaged over the
// footprint of chroma.
#pragma once

#include "gpu/cpu/image_rows.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

static_assert(layer_tile == vector_samples);

/// Alpha of a region at the pixels `x` to `x` + 15 of a row, x being a tile's first one, and beyond
/// the picture's edges as on them.
template <class L>
OVL_FN L alpha_line(const TiledImage& region, int x, int y) {
  const int bottom = region.size.height - 1;
  y = y < 0 ? 0 : y > bottom ? bottom : y;
  if (x + layer_tile > region.size.width) {
    alignas(64) float alpha[layer_tile];
    for (int i = 0; i < layer_tile; ++i) alpha[i] = region_alpha(region, x + i, y);
    return L::load(alpha);
  }
  const int column = x >> log2_layer_tile, row = y >> log2_layer_tile;
  if (!region.is_occupied(column, row)) return L(0.0F);
  if (region.is_opaque(column, row)) return L(1.0F);
  if (region.is_flat(column, row)) return L(half_to_float(region.tile_at(column, row)[3]));
  if (y + rows_ahead <= bottom) fetch_tile_row(region.at(x, y + rows_ahead));
  return L::load_alphas(region.at(x, y));
}

/// down_column() of sixteen pixels; line(x, y) are those from a tile's first one on.
template <class L, class Line>
OVL_FN L down_columns(const Target& picture, int x, int y, const Line& line) {
  if (!picture.half_rows) return line(x, y);
  const L upper = line(x, 2 * y), lower = line(x, 2 * y + 1);
  if (!chroma_sees_above(picture)) return centered(upper, lower);
  return around(line(x, 2 * y - 1), upper, lower);
}
/// over_footprint() of sixteen samples, x being a tile's first one; at(x, y) is a pixel of a line.
template <class L, class Line, class At>
OVL_FN L over_footprints(const PictureComponent& of, int x, int y, const Line& line, const At& at) {
  const Target& picture = of.picture();
  if (!is_subsampled(picture, of.component)) return line(x, y);
  const L first = down_columns<L>(picture, 2 * x, y, line);
  const L last = down_columns<L>(picture, 2 * x + layer_tile, y, line);
  const L on = even_samples(first, last), after = odd_samples(first, last);
  if (picture.siting == ChromaSiting::center) return centered(on, after);
  alignas(64) float odd[2 * layer_tile];  // the first of them as the last one before
  odd[layer_tile - 1] = down_column(picture, 2 * x - 1, y, at);
  store(odd + layer_tile, after);
  return around(L::load_any(odd + layer_tile - 1), on, after);
}

/// PictureComponent::coverage of sixteen samples, x being a tile's first one.
template <class L>
OVL_FN L coverage_line(const PictureComponent& of, int x, int y) {
  return over_footprints<L>(
             of, x, y, [&](int px, int py) OVL_INLINE { return alpha_line<L>(of.region, px, py); },
             [&](int px, int py) OVL_INLINE { return region_alpha(of.region, px, py); }) *
         L(of.record->strength);
}

}  // namespace overlace

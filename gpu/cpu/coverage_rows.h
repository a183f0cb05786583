// SPDX-License-Identifier: Apache-2.0
// How much of a region covers sixteen samples of a row, and what else is averaged over the
// footprint of chroma.
#pragma once

#include "gpu/cpu/image_rows.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

static_assert(layer_tile == vector_samples);

/// Sixteen values, 0 or 1, that bits say: `run` neighbouring ones are a bit. `lead` values come
/// before those of the second bit.
template <int run, int lead>
struct ValuesOfBits {
  static constexpr int bits = (layer_tile - lead + run - 1) / run + 1;
  alignas(64) float of[1 << bits][layer_tile]{};
  constexpr ValuesOfBits() {
    for (unsigned set = 0; set < 1U << bits; ++set)
      for (unsigned i = 0; i < layer_tile; ++i)
        of[set][i] = static_cast<float>(set >> (i + run - lead) / run & 1U);
  }
};
/// Pixels of two blocks; samples of chroma of four; and those before them, of one block more.
inline constexpr ValuesOfBits<block_width, block_width> pixels_of_blocks;
inline constexpr ValuesOfBits<block_width / 2, block_width / 2> chroma_of_blocks;
inline constexpr ValuesOfBits<block_width / 2, 1> chroma_before_blocks;

/// Alpha of sixteen pixels as memory has it.
template <class L>
OVL_FN L stored_alpha(const RegionImage& region, int x, int y) {
  if (region.is_flat(x >> log2_layer_tile, y >> log2_layer_tile))
    return L(half_to_float(*region.at(x, y & -layer_tile)));
  const int ahead = y + rows_ahead < region.size.height ? y + rows_ahead : y;
  if (region.step == 1) {
    __builtin_prefetch(region.at(x, ahead));
    return L::load_any_half(region.at(x, y));
  }
  const int first = 1 - region.step;  // of a pixel, from its alpha
  fetch_tile_row(region.at(x, ahead) + first);
  return L::load_alphas(region.at(x, y) + first);
}

/// Alpha of a region at the pixels `x` to `x` + 15 of a row, x being a tile's first one, and beyond
/// the picture's edges as on them.
template <class L>
OVL_FN L alpha_line(const RegionImage& region, int x, int y) {
  const int bottom = region.size.height - 1;
  y = y < 0 ? 0 : y > bottom ? bottom : y;
  if (x + layer_tile > region.size.width) {
    alignas(64) float alpha[layer_tile];
    for (int i = 0; i < layer_tile; ++i) alpha[i] = region_alpha(region, x + i, y);
    return L::load(alpha);
  }
  const PairMarks pair = region.pair_at(x, y);
  const L opaque = L::load(pixels_of_blocks.of[pair.opaque]);
  if (pair.are_known()) return opaque;
  const L others = L::load(pixels_of_blocks.of[pair.painted & ~pair.opaque]);
  return select(others != L(0.0F), stored_alpha<L>(region, x, y), opaque);
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

/// The blocks that chroma sees in a row of pixels: bit 0 is the one before its first sample, and
/// four follow. Set are those that are opaque.
struct BlocksOfChroma {
  bool are_known;
  unsigned opaque;

  /// `x` is the first pixel of a tile, with another one to its right.
  OVL_FN BlocksOfChroma(const RegionImage& region, int x, int y) {
    y = y < 0 ? 0 : y;
    const PairMarks first = region.pair_at(x, y), last = region.pair_at(x + layer_tile, y);
    // The picture's own edge goes on.
    const PairMarks before = x > 0 ? region.pair_at(x - layer_tile, y)
                                   : PairMarks{first.painted << 1U, first.opaque << 1U};
    are_known =
        first.are_known() && last.are_known() && ((before.painted ^ before.opaque) & 2U) == 0;
    opaque = (before.opaque >> 1U & 1U) | first.opaque << 1U | last.opaque << 3U;
  }
  /// Alpha of the pixels of sixteen samples, and of those before them.
  template <class L>
  [[nodiscard]] OVL_FN L samples() const {
    return L::load(chroma_of_blocks.of[opaque >> 1U]);
  }
  template <class L>
  [[nodiscard]] OVL_FN L before() const {
    return L::load(chroma_before_blocks.of[opaque]);
  }
};
/// over_footprints() where all blocks are known that samples see: those of their own rows of
/// pixels, which lie in one row of blocks, and those of the row above.
template <class L>
OVL_FN L over_known_blocks(const Target& picture, const BlocksOfChroma& own,
                           const BlocksOfChroma& above) {
  const auto down = [&](L on, L before) OVL_INLINE {  // as down_columns()
    if (!picture.half_rows) return on;
    return chroma_sees_above(picture) ? around(before, on, on) : centered(on, on);
  };
  const L samples = down(own.samples<L>(), above.samples<L>());
  if (picture.siting == ChromaSiting::center) return centered(samples, samples);
  return around(down(own.before<L>(), above.before<L>()), samples, samples);
}

/// PictureComponent::coverage of sixteen samples, x being a tile's first one.
template <class L>
OVL_FN L coverage_line(const PictureComponent& of, int x, int y) {
  const RegionImage& region = of.region;
  const Target& picture = of.picture();
  const L strength(of.record->strength);
  if (is_subsampled(picture, of.component) && 2 * (x + layer_tile) <= region.size.width) {
    const int line = picture.half_rows ? 2 * y : y;
    const BlocksOfChroma own(region, 2 * x, line);
    const BlocksOfChroma above =
        chroma_sees_above(picture) ? BlocksOfChroma(region, 2 * x, line - 1) : own;
    if (own.are_known && above.are_known)
      return over_known_blocks<L>(picture, own, above) * strength;
  }
  return over_footprints<L>(
             of, x, y, [&](int px, int py) OVL_INLINE { return alpha_line<L>(region, px, py); },
             [&](int px, int py) OVL_INLINE { return region_alpha(region, px, py); }) *
         strength;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// How much of sixteen samples of a row a region covers, and other averages over chroma footprints.
#pragma once

#include "gpu/cpu/image_rows.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

static_assert(layer_tile == vector_samples);

/// Sixteen values, 0 or 1, for each set of bits: a bit stands for `run` neighbouring values, but
/// the first one for `lead` values.
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
/// For pixels, from two blocks; for chroma samples, from four; for the samples before those, from
/// one block more.
inline constexpr ValuesOfBits<block_width, block_width> pixels_of_blocks;
inline constexpr ValuesOfBits<block_width / 2, block_width / 2> chroma_of_blocks;
inline constexpr ValuesOfBits<block_width / 2, 1> chroma_before_blocks;

/// Alpha of sixteen pixels, from memory.
template <class L>
OVL_FN L stored_alpha(const RegionImage& region, int x, int y) {
  if (region.is_flat(x >> log2_layer_tile, y >> log2_layer_tile))
    return L(half_to_float(*region.at(x, y & -layer_tile)));
  const int ahead = y + rows_ahead < region.size.height ? y + rows_ahead : y;
  if (region.step == 1) {
    __builtin_prefetch(region.at(x, ahead));
    return L::load_any_half(region.at(x, y));
  }
  const int first = 1 - region.step;  // half of a pixel, relative to its alpha
  fetch_tile_row(region.at(x, ahead) + first);
  return L::load_alphas(region.at(x, y) + first);
}

/// Alpha of a region at the pixels `x` to `x` + 15 of a row. `x` is a tile's first column, all
/// pixels are in the picture, and `pair` is what is known of their blocks.
template <class L>
OVL_FN L alpha_line(const RegionImage& region, int x, int y, PairMarks pair) {
  const L opaque = L::load(pixels_of_blocks.of[pair.opaque]);
  if (pair.are_known()) return opaque;
  const L others = L::load(pixels_of_blocks.of[pair.painted & ~pair.opaque]);
  return select(others != L(0.0F), stored_alpha<L>(region, x, y), opaque);
}
/// The same for any tile; beyond the picture's edges, the alpha at the edge.
template <class L>
OVL_FN L alpha_line(const RegionImage& region, int x, int y) {
  const int bottom = region.size.height - 1;
  y = y < 0 ? 0 : y > bottom ? bottom : y;
  if (x + layer_tile <= region.size.width) return alpha_line<L>(region, x, y, region.pair_at(x, y));
  alignas(64) float alpha[layer_tile];
  for (int i = 0; i < layer_tile; ++i) alpha[i] = region_alpha(region, x + i, y);
  return L::load(alpha);
}

/// down_column() for sixteen pixels; line(x, y) gives sixteen values from a tile's first pixel on.
template <class L, class Line>
OVL_FN L down_columns(const Target& picture, int x, int y, const Line& line) {
  if (!picture.half_rows) return line(x, y);
  const L upper = line(x, 2 * y), lower = line(x, 2 * y + 1);
  if (!chroma_sees_above(picture)) return centered(upper, lower);
  return around(line(x, 2 * y - 1), upper, lower);
}
/// over_footprint() for sixteen samples from a tile's first one, `x`; at(x, y) is the value of
/// line() at a single pixel.
template <class L, class Line, class At>
OVL_FN L over_footprints(const PictureComponent& of, int x, int y, const Line& line, const At& at) {
  const Target& picture = of.picture();
  if (!is_subsampled(picture, of.component)) return line(x, y);
  const L first = down_columns<L>(picture, 2 * x, y, line);
  const L last = down_columns<L>(picture, 2 * x + layer_tile, y, line);
  const L on = even_samples(first, last), after = odd_samples(first, last);
  if (picture.siting == ChromaSiting::center) return centered(on, after);
  return around(samples_before(after, down_column(picture, 2 * x - 1, y, at)), on, after);
}

/// What is known of the blocks that a row of chroma sees in a row of pixels: bit 0 is the block
/// before its first sample, bits 1 to 4 are the next four.
struct BlocksOfChroma {
  unsigned painted, opaque;

  OVL_FN BlocksOfChroma(PairMarks before, PairMarks first, PairMarks last)
      : painted(before.painted >> 1U | first.painted << 1U | last.painted << 3U),
        opaque(before.opaque >> 1U | first.opaque << 1U | last.opaque << 3U) {}

  [[nodiscard]] OVL_FN bool are_known() const { return painted == opaque; }
  /// Alpha at the pixels of sixteen samples, and at the pixels before them. Precondition:
  /// are_known().
  template <class L>
  [[nodiscard]] OVL_FN L samples() const {
    return L::load(chroma_of_blocks.of[opaque >> 1U]);
  }
  template <class L>
  [[nodiscard]] OVL_FN L before() const {
    return L::load(chroma_before_blocks.of[opaque]);
  }
};
/// over_footprints() where all blocks that the samples see are known: `own` are those at their own
/// rows of pixels, which lie in one row of blocks, and `above` those at the row above.
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

/// PictureComponent::coverage of a tile's rows, sixteen samples at a time. What is known of the
/// region's blocks is looked up once per tile.
template <class L>
class TileCoverage {
 public:
  TileCoverage() = default;
  OVL_FN TileCoverage(const PictureComponent& of, int column, int row)
      : of_(&of), column_(column), is_solid_(of.is_solid(column, row)) {
    const RegionImage& region = of.region;
    if (is_solid_) return;
    is_chroma_ = is_subsampled(of.picture(), of.component);
    is_whole_ = (column + 1) * layer_tile * (is_chroma_ ? 2 : 1) <= region.size.width;
    if (!is_whole_) return;
    if (!is_chroma_) {
      tile_[own][first] = region.blocks_of(column, row);
      return;
    }
    const Target& picture = of.picture();
    row_ = picture.half_rows ? 2 * row : row;
    look_up(own, row_);
    if (picture.half_rows) look_up(lower, row_ + 1);
    if (chroma_sees_above(picture)) look_up(upper, row_ - 1);
  }

  OVL_FN L line(int y) const {
    const L strength(of_->record->strength);
    if (is_solid_) return strength;
    const RegionImage& region = of_->region;
    const int x = column_ * layer_tile;
    if (!is_whole_)
      return over_footprints<L>(
                 *of_, x, y,
                 [&](int px, int py) OVL_INLINE { return alpha_line<L>(region, px, py); },
                 [&](int px, int py) OVL_INLINE { return region_alpha(region, px, py); }) *
             strength;
    if (!is_chroma_)
      return alpha_line<L>(region, x, y, RegionImage::pair_of(tile_[own][first], y)) * strength;
    return chroma_line(x, y) * strength;
  }

 private:
  enum Row { upper, own, lower };       ///< rows of pixel tiles that chroma sees
  enum Column { before, first, last };  ///< columns of those

  OVL_FN void look_up(Row at, int row) {
    const RegionImage& region = of_->region;
    const int end = region.rows() - 1, column = 2 * column_;
    row = row < 0 ? 0 : row < end ? row : end;
    BlockMarks(&tile)[3] = tile_[at];
    tile[first] = region.blocks_of(column, row);
    tile[last] = region.blocks_of(column + 1, row);
    tile[before] = column > 0 ? region.blocks_of(column - 1, row)
                              : BlockMarks{tile[first].painted << 1U, tile[first].opaque << 1U};
  }
  /// What is known of the blocks at a row of pixels. The row is in the picture.
  [[nodiscard]] OVL_FN PairMarks pair(Column column, int y) const {
    return RegionImage::pair_of(tile_[(y >> log2_layer_tile) - row_ + own][column], y);
  }
  [[nodiscard]] OVL_FN BlocksOfChroma blocks(int y) const {
    return {pair(before, y), pair(first, y), pair(last, y)};
  }
  /// A row of pixels, limited to those in the picture.
  [[nodiscard]] OVL_FN int inside(int y) const {
    const int bottom = of_->region.size.height - 1;
    return y < 0 ? 0 : y < bottom ? y : bottom;
  }
  [[nodiscard]] OVL_FN L chroma_line(int x, int y) const {
    const Target& picture = of_->picture();
    const RegionImage& region = of_->region;
    const int pixels = picture.half_rows ? 2 * y : y;
    const BlocksOfChroma on = blocks(pixels);
    const BlocksOfChroma above = chroma_sees_above(picture) ? blocks(inside(pixels - 1)) : on;
    if (on.are_known() && above.are_known()) return over_known_blocks<L>(picture, on, above);
    return over_footprints<L>(
        *of_, x, y,
        [&](int px, int py) OVL_INLINE {
          py = inside(py);
          return alpha_line<L>(region, px, py, pair(px == 2 * x ? first : last, py));
        },
        [&](int px, int py) OVL_INLINE {
          py = inside(py);
          const PairMarks known = pair(before, py);
          if ((known.painted & 2U) == 0) return 0.0F;
          if ((known.opaque & 2U) != 0) return 1.0F;
          return region_alpha(region, px, py);
        });
  }

  const PictureComponent* of_ = nullptr;
  int column_ = 0, row_ = 0;  ///< the tile's column, and its first row of pixel tiles
  bool is_solid_ = false, is_chroma_ = false;
  bool is_whole_ = false;  ///< all pixels of its rows are in the picture
  BlockMarks tile_[3][3];
};

}  // namespace overlace

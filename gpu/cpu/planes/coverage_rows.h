// SPDX-License-Identifier: Apache-2.0
// How much of sixteen samples of a row a region covers, and other averages over chroma footprints.
#pragma once

#include "gpu/cpu/lanes/block_set.h"
#include "gpu/cpu/lanes/cpu_caches.h"
#include "gpu/cpu/layers/image_rows.h"
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

/// The lowest bits of a word's eight bytes, next to each other.
OVL_FN unsigned lowest_bits_of_bytes(std::uint64_t word) {
  return static_cast<unsigned>((word & 0x0101010101010101U) * 0x0102040810204080U >> 56U);
}
/// Each of eight bits twice.
OVL_FN unsigned doubled_bits(unsigned bits) {
  bits = (bits | bits << 4U) & 0x0F0FU;
  bits = (bits | bits << 2U) & 0x3333U;
  bits = (bits | bits << 1U) & 0x5555U;
  return bits | bits << 1U;
}
/// Rows of a tile's blocks, as bits, of which both blocks are marked.
OVL_FN unsigned rows_with_both(std::uint64_t marks) {
  return lowest_bits_of_bytes(marks & marks >> 1U);
}
/// The same, of which any is.
OVL_FN unsigned rows_with_any(std::uint64_t marks) {
  return lowest_bits_of_bytes(marks | marks >> 1U);
}

/// A tile of a region, with what is known of its blocks and where its alpha is stored. All pixels
/// of its rows are in the picture.
class RegionTile {
 public:
  RegionTile() = default;
  OVL_FN RegionTile(const RegionImage& region, int column, int row)
      : marks_(region.blocks_of(column, row)),
        alpha_(region.at(column * layer_tile, row * layer_tile)),
        stride_(region.step == 1 ? layer_tile
                                 : std::ptrdiff_t{1} * region.size.width * region.step),
        step_(region.step),
        is_flat_(region.is_flat(column, row)) {}

  /// The tile to the left of the picture's edge, as far as anything reads it: its last column is
  /// this tile's first.
  [[nodiscard]] OVL_FN RegionTile beyond_left_edge() const {
    RegionTile tile = *this;
    tile.marks_ = {marks_.painted << 1U, marks_.opaque << 1U};
    if (!is_flat_) tile.alpha_ -= std::ptrdiff_t{layer_tile - 1} * step_;
    return tile;
  }
  [[nodiscard]] OVL_FN const BlockMarks& marks() const { return marks_; }
  /// What is known of the blocks at a row of the tile.
  [[nodiscard]] OVL_FN PairMarks pair(int row) const { return RegionImage::pair_of(marks_, row); }
  /// Alpha of the pixels of a row of the tile.
  template <class L>
  [[nodiscard]] OVL_FN L line(int row) const {
    const PairMarks known = pair(row);
    const L opaque = L::load(pixels_of_blocks.of[known.opaque]);
    if (known.are_known()) return opaque;
    const L others = L::load(pixels_of_blocks.of[known.painted & ~known.opaque]);
    return select(others != L(0.0F), stored_line<L>(row), opaque);
  }
  /// The same of its last pixel.
  [[nodiscard]] OVL_FN float last(int row) const {
    const PairMarks known = pair(row);
    if ((known.painted & 2U) == 0) return 0;
    if ((known.opaque & 2U) != 0) return 1;
    return half_to_float(is_flat_ ? *alpha_
                                  : alpha_[row * stride_ + std::ptrdiff_t{layer_tile - 1} * step_]);
  }

 private:
  /// Alpha from memory.
  template <class L>
  [[nodiscard]] OVL_FN L stored_line(int row) const {
    if (is_flat_) return L(half_to_float(*alpha_));
    const std::uint16_t* at = alpha_ + row * stride_;
    if (step_ == 1) return L::load_any_half(at);
    fetch_tile_row(at + rows_ahead * stride_);
    return L::load_alphas(at + 1 - step_);  // from the first half of a pixel on
  }

  // Not initialised: the mixer has many of these, and needs few.
  BlockMarks marks_;
  const std::uint16_t* alpha_;  ///< of the first pixel
  std::ptrdiff_t stride_;       ///< halves from a row to the next
  int step_;                    ///< the same for pixels
  bool is_flat_;
};

/// Alpha of a region at the pixels `x` to `x` + 15 of a row, from a tile's first column on; beyond
/// the picture's edges, the alpha at the edge.
template <class L>
OVL_FN L alpha_line(const RegionImage& region, int x, int y) {
  const int bottom = region.size.height - 1;
  y = y < 0 ? 0 : y > bottom ? bottom : y;
  if (x + layer_tile <= region.size.width)
    return RegionTile(region, x >> log2_layer_tile, y >> log2_layer_tile)
        .template line<L>(y & (layer_tile - 1));
  alignas(64) float alpha[layer_tile];
  for (int i = 0; i < layer_tile; ++i) alpha[i] = region_alpha(region, x + i, y);
  return L::load(alpha);
}

/// down_column() for sixteen pixels; line(x, y) gives sixteen values from a tile's first pixel on.
template <class L, class Line>
OVL_FN L down_columns(const Target& picture, int x, int y, const Line& line) {
  if (!picture.has_half_rows()) return line(x, y);
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
    if (!picture.has_half_rows()) return on;
    return chroma_sees_above(picture) ? around(before, on, on) : centered(on, on);
  };
  const L samples = down(own.samples<L>(), above.samples<L>());
  if (picture.siting == ChromaSiting::center) return centered(samples, samples);
  return around(down(own.before<L>(), above.before<L>()), samples, samples);
}

/// Rows of a tile's samples, as bits: those that the region covers wholly, and those of which it
/// may cover something.
struct CoveredRows {
  unsigned all, any;
};
/// PictureComponent::coverage of a tile's rows, sixteen samples at a time. What is known of the
/// region's blocks is looked up once per tile.
template <class L>
class TileCoverage {
 public:
  TileCoverage() = default;
  OVL_FN TileCoverage(const PictureComponent& of, int column, int row)
      : of_(&of),
        column_(column),
        row_(row),
        is_solid_(of.is_solid(column, row)),
        is_chroma_(is_subsampled(of.picture(), of.component)),
        is_whole_((column + 1) * layer_tile * (is_chroma_ ? 2 : 1) <= of.region.size.width) {
    if (is_solid_ || !is_whole_) return;
    if (!is_chroma_) {
      tile_[own][first] = {of.region, column, row};
      return;
    }
    const Target& picture = of.picture();
    row_ = picture.has_half_rows() ? 2 * row : row;
    look_up(own, row_);
    if (picture.has_half_rows()) look_up(lower, row_ + 1);
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
    if (!is_chroma_) return tile_[own][first].template line<L>(row_in_tile(y)) * strength;
    return chroma_line(x, y) * strength;
  }

  /// Which rows are covered, from what is known of the region's blocks.
  [[nodiscard]] OVL_FN CoveredRows rows() const {
    constexpr unsigned every = (1U << layer_tile) - 1;
    if (is_solid_) return {every, every};
    if (!is_whole_) return {0, every};
    if (!is_chroma_) {
      const BlockMarks& tile = tile_[own][first].marks();
      return {doubled_bits(rows_with_both(tile.opaque)), doubled_bits(rows_with_any(tile.painted))};
    }
    const CoveredRows on = block_rows(own);
    if (!of_->picture().has_half_rows()) return {doubled_bits(on.all), doubled_bits(on.any)};
    const CoveredRows below = block_rows(lower);
    constexpr unsigned count = layer_tile >> log2_block_height;
    CoveredRows rows{on.all | below.all << count, on.any | below.any << count};
    if (!chroma_sees_above(of_->picture())) return rows;
    const CoveredRows above = block_rows(upper);
    rows.all &= rows.all << 1U | above.all >> (count - 1);
    rows.any |= rows.any << 1U | above.any >> (count - 1);
    return {rows.all, rows.any & every};
  }

 private:
  enum Row { upper, own, lower };       ///< rows of pixel tiles that chroma sees
  enum Column { before, first, last };  ///< columns of those

  OVL_FN void look_up(Row at, int row) {
    const RegionImage& region = of_->region;
    const int end = region.rows() - 1, column = 2 * column_;
    row = row < 0 ? 0 : row < end ? row : end;
    RegionTile(&tile)[3] = tile_[at];
    tile[first] = {region, column, row};
    tile[last] = {region, column + 1, row};
    tile[before] =
        column > 0 ? RegionTile(region, column - 1, row) : tile[first].beyond_left_edge();
  }
  /// The rows of blocks that chroma sees in a row of tiles.
  [[nodiscard]] OVL_FN CoveredRows block_rows(Row row) const {
    const BlockMarks &left = tile_[row][before].marks(), &one = tile_[row][first].marks(),
                     &other = tile_[row][last].marks();
    return {lowest_bits_of_bytes(left.opaque >> 1U) & rows_with_both(one.opaque) &
                rows_with_both(other.opaque),
            lowest_bits_of_bytes(left.painted >> 1U) | rows_with_any(one.painted) |
                rows_with_any(other.painted)};
  }
  /// The tile of a row of pixels, which is in the picture.
  [[nodiscard]] OVL_FN const RegionTile& tile(Column column, int y) const {
    return tile_[(y >> log2_layer_tile) - row_ + own][column];
  }
  OVL_FN static int row_in_tile(int y) { return y & (layer_tile - 1); }
  [[nodiscard]] OVL_FN BlocksOfChroma blocks(int y) const {
    const int row = row_in_tile(y);
    return {tile(before, y).pair(row), tile(first, y).pair(row), tile(last, y).pair(row)};
  }
  /// A row of pixels, limited to those in the picture.
  [[nodiscard]] OVL_FN int inside(int y) const {
    const int bottom = of_->region.size.height - 1;
    return y < 0 ? 0 : y < bottom ? y : bottom;
  }
  [[nodiscard]] OVL_FN L chroma_line(int x, int y) const {
    const Target& picture = of_->picture();
    const int pixels = picture.has_half_rows() ? 2 * y : y;
    const BlocksOfChroma on = blocks(pixels);
    const BlocksOfChroma above = chroma_sees_above(picture) ? blocks(inside(pixels - 1)) : on;
    if (on.are_known() && above.are_known()) return over_known_blocks<L>(picture, on, above);
    return over_footprints<L>(
        *of_, x, y,
        [&](int px, int py) OVL_INLINE {
          py = inside(py);
          return tile(px == 2 * x ? first : last, py).template line<L>(row_in_tile(py));
        },
        [&](int, int py) OVL_INLINE {
          py = inside(py);
          return tile(before, py).last(row_in_tile(py));
        });
  }

  const PictureComponent* of_;
  int column_, row_;  ///< the tile's column, and its first row of pixel tiles
  bool is_solid_, is_chroma_;
  bool is_whole_;  ///< all pixels of its rows are in the picture
  RegionTile tile_[3][3];
};

}  // namespace overlace

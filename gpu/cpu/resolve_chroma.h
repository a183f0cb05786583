// SPDX-License-Identifier: Apache-2.0
// Chroma of a finished tile: paint and alpha averaged over each sample's footprint, then blended.
#pragma once

#include <cstring>

#include "gpu/cpu/sample_io.h"
#include "gpu/cpu/solid_groups.h"
#include "gpu/kernels/chroma.h"

namespace overlace {

/// Fills the pixels of a block that lie beyond the picture's right or bottom edge from the edge, so
/// that chroma there averages only what can be seen.
template <class L>
void extend_edges(TileContext<L>& tile, int block) {
  const int columns = tile.target.size.width - tile.block_x(block);
  const int rows = tile.target.size.height - tile.block_y(block);
  if (columns >= block_width && rows >= block_height) return;
  if (columns <= 0 || rows <= 0) return;
  for (auto& component : tile.surface->block[block]) {
    for (int y = 0; y < block_height; ++y) {
      for (int x = 0; x < block_width; ++x) {
        component[lane_of(x, y)] =
            component[lane_of(x < columns ? x : columns - 1, y < rows ? y : 0)];
      }
    }
  }
}

/// Values of a line of a block that chroma needs: components 1 and 2 one after the other, and alpha
/// twice; of each, first the even columns, then the odd ones.
template <class L>
struct ChromaValues {
  L color, alpha;
};
template <class L>
OVL_FN ChromaValues<L> pixel_row(const Surface& surface, int block, int row) {
  const auto& value = surface.block[block];
  const int first = row * block_width;
  return {L::load_eights(value[1] + first, value[2] + first),
          L::load_eights(value[3] + first, value[3] + first)};
}

/// How chroma lines lie on pixel rows.
enum class ChromaLines {
  each_row,      ///< one on each
  between_rows,  ///< one for two, between them
  upper_rows,    ///< one for two, on the upper one; it sees the row above as well
};
inline constexpr int lines_of(ChromaLines lines) {
  return lines == ChromaLines::each_row ? block_height : 1;
}
/// Where a tile's chroma is.
struct ChromaLayout {
  ChromaSiting siting;  ///< along the rows
  ChromaLines lines;
  /// What averages are multiplied by until they are finished.
  [[nodiscard]] constexpr float scale() const {
    const float across = siting == ChromaSiting::center ? 2 : 4;
    return lines == ChromaLines::each_row       ? across
           : lines == ChromaLines::between_rows ? 2 * across
                                                : 4 * across;
  }
};

/// The average down the columns of a block for one of its lines. Values of blocks that are read and
/// not painted are 0.
template <ChromaLayout layout, class L>
OVL_FN ChromaValues<L> columns_of(const TileContext<L>& tile, int block, int line) {
  const Surface& surface = *tile.surface;
  if constexpr (layout.lines == ChromaLines::each_row) return pixel_row<L>(surface, block, line);
  const ChromaValues<L> top = pixel_row<L>(surface, block, 0);
  const ChromaValues<L> bottom = pixel_row<L>(surface, block, 1);
  if constexpr (layout.lines == ChromaLines::between_rows) {
    return {twice_centered(top.color, bottom.color), twice_centered(top.alpha, bottom.alpha)};
  } else {
    // The picture's own top goes on.
    const bool at_top = block < block_columns && !tile.sees_above();
    const int above = block < block_columns ? tile_blocks + block : block - block_columns;
    const auto before = at_top ? top : pixel_row<L>(surface, above, 1);
    return {four_times_around(before.color, top.color, bottom.color),
            four_times_around(before.alpha, top.alpha, bottom.alpha)};
  }
}

/// A line of four chroma samples of components 1 and 2, and of alpha twice, a quarter each; here of
/// the columns that they come from.
template <class L>
struct ChromaColumns {
  L even, odd;
};
template <class L>
OVL_FN ChromaColumns<L> split(const ChromaValues<L>& values) {
  return {even_quarters(values.color, values.alpha), odd_quarters(values.color, values.alpha)};
}

/// Blocks that chroma concerns; bits as in BlockSet::own.
struct ChromaBlocks {
  std::uint64_t seen = 0;      ///< that see a painted pixel
  std::uint64_t has_left = 0;  ///< of them, those that have one to their left
};

/// Whether anything was painted on a block's last column, which the chroma to its right sees.
OVL_FN bool reaches_right(const float (&block)[4][block_lanes]) {
  constexpr int top = lane_of(block_width - 1, 0), bottom = lane_of(block_width - 1, 1);
  std::uint32_t bits = 0;
  for (int i = 1; i < 4; ++i)
    bits |= __builtin_bit_cast(std::uint32_t, block[i][top]) |
            __builtin_bit_cast(std::uint32_t, block[i][bottom]);
  return (bits << 1U) != 0;
}

/// Finds the blocks, but for those in groups that are `solid`. Takes over what the tile to the left
/// left, and tells the one to the right.
template <ChromaLayout layout, class L>
OVL_FN ChromaBlocks find_blocks(TileContext<L>& tile, std::uint64_t solid) {
  constexpr bool sees_above = layout.lines == ChromaLines::upper_rows;
  const BlockSet painted = tile.surface->painted;
  const std::uint64_t touched = painted.own | (sees_above ? below(painted) : 0);
  if constexpr (layout.siting == ChromaSiting::center) return {touched & ~solid, 0};

  BlockSet reaching{solid, 0};
  const auto test = [&](std::uint64_t blocks, std::uint64_t& into, int first) OVL_INLINE {
    for_each_bit(blocks & ~left_of(blocks), 0, [&](int block) OVL_INLINE {
      into |= std::uint64_t{reaches_right(tile.surface->block[first + block])} << block;
    });
  };
  test(painted.own & ~solid, reaching.own, 0);
  if constexpr (sees_above) test(painted.above, reaching.above, tile_blocks);
  const std::uint64_t reaches = reaching.own | (sees_above ? below(reaching) : 0);

  TileScratch& scratch = tile.scratch;
  const std::uint64_t carried = scratch.carried;
  scratch.carried = (reaches & last_column) >> (block_columns - 1);
  for_each_bit(carried, 0, [&](int block) {
    for (int line = 0; line < lines_of(layout.lines); ++line) {
      auto& slots = scratch.left_columns[line];
      std::memcpy(slots[left_slot(block)], slots[left_slot(block) + block_columns],
                  sizeof slots[0]);
    }
  });
  return {(touched | right_of(reaches) | carried) & ~solid, right_of(touched) | carried};
}

/// Makes everything that blocks read valid: what is not painted is nothing, and the picture's own
/// left edge goes on.
template <ChromaLayout layout, class L>
OVL_FN void fill_gaps(TileContext<L>& tile, const ChromaBlocks& blocks) {
  constexpr bool sees_above = layout.lines == ChromaLines::upper_rows;
  const L none(0.0F);
  const BlockSet read{blocks.seen | (sees_above ? blocks.seen >> block_columns : 0),
                      sees_above ? blocks.seen & row_bits : 0};
  for_each_block(read - tile.surface->painted, [&](int block) OVL_INLINE {
    for (int i = 1; i < 4; ++i) store(tile.surface->block[block][i], none);
  });
  if constexpr (layout.siting == ChromaSiting::center) return;
  for (int line = 0; line < lines_of(layout.lines); ++line) {
    auto& slots = tile.scratch.left_columns[line];
    for_each_bit(blocks.seen & ~blocks.has_left, 0,
                 [&](int block) OVL_INLINE { store(slots[left_slot(block)], none); });
    if (tile.x != 0) continue;
    for_each_bit(blocks.seen & first_column, 0, [&](int block) {
      const auto columns = split(columns_of<layout>(tile, block, line));
      store(slots[left_slot(block)], first_of_quarters(columns.even));
    });
  }
}

/// Averages the paint over the footprints of chroma samples. Calls use(block, line, samples), from
/// left to right.
template <ChromaLayout layout, class L, class Use>
OVL_FN void average(TileContext<L>& tile, std::uint64_t blocks, const Use& use) {
  const L scale(1.0F / layout.scale());
  for_each_bit(blocks, 0, [&](int block) OVL_INLINE {
    for (int line = 0; line < lines_of(layout.lines); ++line) {
      const auto columns = split(columns_of<layout>(tile, block, line));
      if constexpr (layout.siting == ChromaSiting::center) {
        use(block, line, twice_centered(columns.even, columns.odd) * scale);
      } else {
        auto& slots = tile.scratch.left_columns[line];
        const int slot = left_slot(block);
        const L left = L::load(slots[slot]);
        store(slots[slot + 1], columns.odd);
        use(block, line,
            four_times_around(moved_on(columns.odd, left), columns.even, columns.odd) * scale);
      }
    }
  });
}

/// A tile's chroma in the picture.
template <class Sample, class L>
class ChromaPlanes {
 public:
  OVL_FN explicit ChromaPlanes(const TileContext<L>& tile)
      : target_(tile.target),
        x_(tile.x / 2),
        y_(target_.half_rows ? tile.y / 2 : tile.y),
        cb_(sample_at(target_.component[1], x_, y_)),
        cr_(sample_at(target_.component[2], x_, y_)),
        stride_(target_.component[1].stride),
        cr_stride_(target_.component[2].stride),
        in_turn_(cr_ == cb_ + sizeof(Sample)) {}

  /// Blocks whose samples, on `lines` lines each, are all there; bits as in BlockSet::own.
  [[nodiscard]] std::uint64_t whole_blocks(int lines) const {
    const TargetPlane& plane = target_.component[1];
    if (plane.left <= x_ && plane.top <= y_ && plane.right - x_ >= block_columns * samples &&
        plane.bottom - y_ >= block_rows * lines)
      return ~std::uint64_t{0};
    const auto [left, right] = whole_between(plane.left - x_, plane.right - x_, samples);
    const auto [top, bottom] = whole_between(plane.top - y_, plane.bottom - y_, lines);
    BlockSet whole;
    if (left >= right) return whole.own;
    const std::uint64_t inside =
        column_bits(left, (right < block_columns ? right : block_columns) - 1);
    for (int row = top; row < bottom && row < block_rows; ++row) whole.add_to_row(row, inside);
    return whole.own;
  }

  /// Whether samples have all bits of their words. Others leave those below as they are.
  [[nodiscard]] bool fill_words() const { return target_.shift == 0; }
  /// Blends a block's samples into line y of the tile's chroma; the block is whole. Returns the
  /// bytes written.
  OVL_FN std::size_t blend(int block, int y, L line) const {
    const L rest = L(1.0F) - third_quarter(line);
    const int x = block % block_columns * samples;
    if (in_turn_) {
      Sample* pairs = reinterpret_cast<Sample*>(cb_ + y * stride_) + std::ptrdiff_t{2} * x;
      const L under = L::load_pairs(pairs, target_.shift);
      store_pairs(pairs, storable<Sample>(target_, fma(under, rest, line)), target_.shift);
    } else {
      Sample* cb = reinterpret_cast<Sample*>(cb_ + y * stride_) + x;
      Sample* cr = reinterpret_cast<Sample*>(cr_ + y * cr_stride_) + x;
      const L under = L::load_planes(cb, cr, target_.shift);
      store_planes(cb, cr, storable<Sample>(target_, fma(under, rest, line)), target_.shift);
    }
    return std::size_t{2} * samples * sizeof(Sample);
  }
  /// Blends the same samples into `count` blocks in a row, on line y of the tile's chroma. Returns
  /// the bytes written.
  OVL_FN std::size_t blend_run(int block, int count, int y, L line) const {
    const L rest = L(1.0F) - third_quarter(line);
    const int x = block % block_columns * samples, in_block = in_turn_ ? 2 * samples : samples;
    const int wide = count & -(block_lanes / in_block);
    alignas(64) float quarters[4][samples];
    store(quarters[0], line);
    if (in_turn_) {
      alignas(64) float pairs[block_lanes];
      for (int i = 0; i < block_lanes; ++i) pairs[i] = quarters[i % 2][0];
      blend_row(target_, reinterpret_cast<Sample*>(cb_ + y * stride_) + std::ptrdiff_t{2} * x,
                wide * in_block, L::load(pairs), rest);
    } else {
      blend_row(target_, reinterpret_cast<Sample*>(cb_ + y * stride_) + x, wide * in_block,
                L(quarters[0][0]), rest);
      blend_row(target_, reinterpret_cast<Sample*>(cr_ + y * cr_stride_) + x, wide * in_block,
                L(quarters[1][0]), rest);
    }
    for (int i = wide; i < count; ++i) blend(block + i, y, line);
    return static_cast<std::size_t>(count) * 2 * samples * sizeof(Sample);
  }
  /// Sets the samples of `count` blocks in a row on line y of the tile's chroma, which fill their
  /// words. Returns the bytes written.
  OVL_FN std::size_t cover(int block, int count, int y, L line) const {
    const int x = block % block_columns * samples;
    const L value = storable<Sample>(target_, line);
    alignas(64) Sample one[2 * samples] = {};  // a block's pairs, or its Cb and then its Cr
    if (in_turn_) {
      store_pairs(one, value, target_.shift);
      Sample* pairs = reinterpret_cast<Sample*>(cb_ + y * stride_) + std::ptrdiff_t{2} * x;
      for (int i = 0; i < count; ++i) std::memcpy(pairs + i * 2 * samples, one, sizeof one);
    } else {
      store_planes(one, one + samples, value, target_.shift);
      Sample* cb = reinterpret_cast<Sample*>(cb_ + y * stride_) + x;
      Sample* cr = reinterpret_cast<Sample*>(cr_ + y * cr_stride_) + x;
      for (int i = 0; i < count; ++i) {
        std::memcpy(cb + i * samples, one, sizeof one / 2);
        std::memcpy(cr + i * samples, one + samples, sizeof one / 2);
      }
    }
    return static_cast<std::size_t>(count) * sizeof one;
  }
  /// The same for blocks of which only a part is there, sample by sample.
  [[gnu::noinline]] std::size_t blend_short(int block, int y, L line) const {
    alignas(64) float value[4][samples];
    store(value[0], line);
    std::size_t bytes = 0;
    const TargetPlane& plane = target_.component[1];
    const int x = x_ + block % block_columns * samples;
    for (int i = 0; i < samples; ++i) {
      if (!has_sample(plane, x + i, y_ + y)) continue;
      for (int component = 1; component < 3; ++component) {
        std::byte* sample = sample_at(target_.component[component], x + i, y_ + y);
        const float under = load_sample(target_, sample);
        bytes += store_sample(target_, sample,
                              composite(target_, under, value[2][i], value[component - 1][i]));
      }
    }
    return bytes;
  }

 private:
  /// Blocks [first, end) of a tile whose `size` samples each lie in [from, to); first is at least
  /// 0.
  struct BlockInterval {
    int first, end;
  };
  [[nodiscard]] static BlockInterval whole_between(int from, int to, int size) {
    return {from > 0 ? (from + size - 1) / size : 0, to > 0 ? to / size : 0};
  }

  static constexpr int samples = block_width / 2;  ///< of each component, on a line of a block

  const Target& target_;
  int x_, y_;
  std::byte *cb_, *cr_;
  std::ptrdiff_t stride_, cr_stride_;
  bool in_turn_;  ///< Cb and Cr of a sample are neighbours
};

/// Calls use(block, count) for runs of blocks, each in one row of them.
template <class Use>
OVL_FN void for_each_block_run(std::uint64_t blocks, const Use& use) {
  while (blocks != 0) {
    const int block = __builtin_ctzll(blocks), column = block % block_columns;
    const auto in_row = static_cast<unsigned>(blocks >> (block - column)) & row_bits;
    const int count = __builtin_ctz(~(in_row >> static_cast<unsigned>(column)));
    use(block, count);
    blocks &=
        ~(((std::uint64_t{1} << static_cast<unsigned>(count)) - 1) << static_cast<unsigned>(block));
  }
}

/// Blends a group, and leaves to the blocks that follow it what they see of it. Returns the bytes
/// written.
template <ChromaLayout layout, class Sample, class L, class Luma>
OVL_FN std::size_t blend_solid(TileScratch& scratch, const ChromaPlanes<Sample, L>& planes,
                               const Luma& luma, const SolidGroup& group) {
  constexpr int lines = lines_of(layout.lines);
  const L samples = solid_samples<L>(group.solid), paint(group.solid[0]), alpha(group.solid[3]);
  const L columns = solid_columns(samples, layout.lines != ChromaLines::each_row);
  const bool covers = group.solid[3] == 1 && planes.fill_words();  // nothing shows through it
  std::size_t bytes = 0;
  for_each_block_run(group.blocks, [&](int block, int count) OVL_INLINE {
    bytes += covers ? luma.cover(block, count, paint) : luma.blend_run(block, count, paint, alpha);
    for (int line = 0; line < lines; ++line) {
      const int y = block / block_columns * lines + line;
      bytes += covers ? planes.cover(block, count, y, samples)
                      : planes.blend_run(block, count, y, samples);
      store(scratch.left_columns[line][left_slot(block + count - 1) + 1], columns);
    }
  });
  return bytes;
}

/// Chroma of a tile, and the luma of its painted blocks: both want a block's alpha, and fill each
/// other's gaps. Returns the bytes written.
template <class Sample, ChromaLayout layout, class L, class Luma>
std::size_t resolve_chroma(TileContext<L>& tile, const SolidGroups& solids, const Luma& luma) {
  constexpr int lines = lines_of(layout.lines);
  const ChromaPlanes<Sample, L> planes(tile);
  const ChromaBlocks blocks = find_blocks<layout>(tile, solids.blocks);
  std::size_t bytes = 0;
  for (int i = 0; i < solids.count; ++i)
    bytes += blend_solid<layout>(tile.scratch, planes, luma, solids.group[i]);
  fill_gaps<layout>(tile, blocks);
  const std::uint64_t painted = tile.surface->painted.own & ~solids.blocks;
  const std::uint64_t whole = planes.whole_blocks(lines);
  // Blocks come after what is left of them. Of painted ones that is painted or nothing, unless a
  // block shows what was painted above it. Of a tile that is not all there, luma comes alone.
  const bool all_there = ~whole == 0;
  const std::uint64_t together =
      layout.lines == ChromaLines::upper_rows || !all_there ? 0 : painted;
  average<layout>(tile, together, [&](int block, int line, L samples) OVL_INLINE {
    if (line == 0) bytes += luma.blend(block);
    bytes += planes.blend(block, block / block_columns * lines + line, samples);
  });
  const std::uint64_t rest = blocks.seen & ~together;
  average<layout>(tile, all_there ? rest : 0, [&](int block, int line, L samples) OVL_INLINE {
    bytes += planes.blend(block, block / block_columns * lines + line, samples);
  });
  average<layout>(tile, all_there ? 0 : rest, [&](int block, int line, L samples) {
    const int y = block / block_columns * lines + line;
    bytes += (whole >> block & 1U) != 0 ? planes.blend(block, y, samples)
                                        : planes.blend_short(block, y, samples);
  });
  for_each_bit(painted & ~together, 0, [&](int block) { bytes += luma.blend(block); });
  return bytes;
}
template <class Sample, class L, class Luma>
std::size_t resolve_chroma(TileContext<L>& tile, const SolidGroups& solids, const Luma& luma) {
  using enum ChromaLines;
  using enum ChromaSiting;
  const bool half = tile.target.half_rows;
  switch (tile.target.siting) {
    case center:
      return half ? resolve_chroma<Sample, ChromaLayout{center, between_rows}>(tile, solids, luma)
                  : resolve_chroma<Sample, ChromaLayout{center, each_row}>(tile, solids, luma);
    case ChromaSiting::left:
      break;
    case top_left:
      if (half)
        return resolve_chroma<Sample, ChromaLayout{top_left, upper_rows}>(tile, solids, luma);
      break;
  }
  return half ? resolve_chroma<Sample, ChromaLayout{left, between_rows}>(tile, solids, luma)
              : resolve_chroma<Sample, ChromaLayout{left, each_row}>(tile, solids, luma);
}

}  // namespace overlace

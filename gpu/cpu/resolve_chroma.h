// SPDX-License-Identifier: Apache-2.0
// Chroma of a finished tile: paint and alpha averaged over each sample's footprint, then blended.
#pragma once

#include <cstring>

#include "gpu/cpu/sample_io.h"
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
  auto lane_of = [](int x, int y) { return y * 8 + (x & 1) * 4 + x / 2; };
  for (auto& component : tile.surface->block[block]) {
    for (int y = 0; y < block_height; ++y) {
      for (int x = 0; x < block_width; ++x) {
        component[lane_of(x, y)] =
            component[lane_of(x < columns ? x : columns - 1, y < rows ? y : 0)];
      }
    }
  }
}

/// Which of a surface's values chroma needs: component 1, component 2, alpha.
inline constexpr int chroma_values[3] = {1, 2, 3};

/// Blocks whose chroma is worked out together: they have sixteen samples on a line.
inline constexpr int group_blocks = 4, tile_groups = block_columns / group_blocks;

/// Sixteen chroma samples of a line before they meet the picture: components 1 and 2, alpha.
template <class L>
struct ChromaLine {
  L value[3];
};

/// The pixels just left of a group of blocks, in both pixel rows.
struct LeftPixels {
  float value[block_height][3] = {};
};
template <class L>
OVL_FN LeftPixels left_of_group(const TileContext<L>& tile, int row, int group) {
  const TileScratch& scratch = tile.scratch;
  const int first = row * block_columns + group * group_blocks;
  // The picture's own left edge goes on.
  const int lane = group == 0 && tile.x == 0 ? 0 : 7;
  const int block = lane == 0 ? first : first - 1;
  LeftPixels left;
  if (group == 0 && lane != 0) {
    if (((scratch.carried >> row) & 1) != 0)
      std::memcpy(left.value, scratch.carry[row], sizeof left.value);
  } else if (tile.surface->painted.has(block)) {
    for (int y = 0; y < block_height; ++y) {
      for (int i = 0; i < 3; ++i)
        left.value[y][i] = tile.surface->block[block][chroma_values[i]][y * 8 + lane];
    }
  }
  return left;
}

/// A value of both pixel rows of a group, averaged along the rows.
template <class L>
struct RowPair {
  L top, bottom;
};

/// What ChromaGroup::filter multiplies by.
template <ChromaSiting siting>
inline constexpr float filter_scale = siting == ChromaSiting::center ? 2.0F : 4.0F;

/// A group of blocks, and what is left of it.
template <ChromaSiting siting, class L>
class ChromaGroup {
 public:
  OVL_FN ChromaGroup(const TileContext<L>& tile, int row, int group)
      : surface_(*tile.surface),
        first_(row * block_columns + group * group_blocks),
        painted_(surface_.painted.row(row) >> (group * group_blocks)) {
    if constexpr (siting != ChromaSiting::center) left_ = left_of_group(tile, row, group);
  }

  /// `filter_scale` times the averages of a value over the footprints of the chroma samples: both
  /// columns for centred siting, else 1/4, 1/2, 1/4 around the even column.
  [[nodiscard]] OVL_FN RowPair<L> filter(int i) const {
    L block[group_blocks], quarter[4];  // even and odd pixels of the top row, then of the bottom
    for (int j = 0; j < group_blocks; ++j) {
      block[j] =
          L::load_if(((painted_ >> j) & 1U) != 0, surface_.block[first_ + j][chroma_values[i]]);
    }
    gather_quarters(block, quarter);
    if constexpr (siting == ChromaSiting::center) {
      return {twice_centered(quarter[0], quarter[1]), twice_centered(quarter[2], quarter[3])};
    } else {
      const L above = before(quarter[1], left_.value[0][i]);
      const L below = before(quarter[3], left_.value[1][i]);
      return {four_times_around(above, quarter[0], quarter[1]),
              four_times_around(below, quarter[2], quarter[3])};
    }
  }

 private:
  const Surface& surface_;
  int first_;
  unsigned painted_;
  LeftPixels left_;
};

/// The row of blocks above one of a tile's own rows.
OVL_FN int row_before(int row) {
  return row == 0 ? row_above : row - 1;
}

/// The one chroma line of a group whose two pixel rows share it.
template <ChromaSiting siting, class L>
OVL_FN ChromaLine<L> shared_line(const TileContext<L>& tile, int row, int group) {
  const ChromaGroup<siting, L> own(tile, row, group);
  ChromaLine<L> line;
  if constexpr (siting != ChromaSiting::top_left) {
    for (int i = 0; i < 3; ++i) {
      const RowPair<L> rows = own.filter(i);
      line.value[i] = twice_centered(rows.top, rows.bottom) * L(0.5F / filter_scale<siting>);
    }
  } else {
    const bool at_top = row == 0 && !tile.sees_above();
    const ChromaGroup<siting, L> before(tile, at_top ? row : row_before(row), group);
    for (int i = 0; i < 3; ++i) {
      const RowPair<L> rows = own.filter(i);
      const L above = at_top ? rows.top : before.filter(i).bottom;
      line.value[i] =
          four_times_around(above, rows.top, rows.bottom) * L(0.25F / filter_scale<siting>);
    }
  }
  return line;
}

/// A tile's chroma in the picture.
template <class Sample, class L>
class ChromaPlanes {
 public:
  OVL_FN explicit ChromaPlanes(const TileContext<L>& tile)
      : target_(tile.target),
        x_(tile.x / 2),
        y_(target_.half_rows ? tile.y / 2 : tile.y),
        width_(target_.component[1].width),
        height_(target_.component[1].height),
        cb_(sample_at(target_.component[1], x_, y_)),
        cr_(sample_at(target_.component[2], x_, y_)),
        in_turn_(cr_ == cb_ + sizeof(Sample)) {}

  /// Blends a line of a group into row y of the tile's chroma; only `wanted` blocks are written.
  /// Returns the bytes written.
  OVL_FN std::size_t blend(int group, int y, const ChromaLine<L>& line, unsigned wanted) const {
    const int x = group * block_lanes;
    if (y_ + y >= height_) return 0;
    if (x_ + x + block_lanes > width_) return blend_short(x_ + x, y_ + y, line, wanted);
    const L rest = L(1.0F) - line.value[2];
    if (in_turn_) {
      Sample* cb = at(cb_, 1, 2 * x, y);
      L first, second;
      load_pairs(cb, target_.shift, first, second);
      store_pairs(cb, limit(target_, fma(first, rest, line.value[0])),
                  limit(target_, fma(second, rest, line.value[1])), target_.shift, wanted);
    } else {
      Sample *cb = at(cb_, 1, x, y), *cr = at(cr_, 2, x, y);
      const L first = fma(L::load_line(cb, target_.shift), rest, line.value[0]);
      const L second = fma(L::load_line(cr, target_.shift), rest, line.value[1]);
      store_line(cb, limit(target_, first), target_.shift, wanted);
      store_line(cr, limit(target_, second), target_.shift, wanted);
    }
    return static_cast<std::size_t>(__builtin_popcount(wanted)) * 4 * 2 * sizeof(Sample);
  }

 private:
  [[nodiscard]] OVL_FN Sample* at(std::byte* origin, int component, int samples, int y) const {
    return reinterpret_cast<Sample*>(origin + y * target_.component[component].stride) + samples;
  }
  /// Sample by sample, where a line ends within the group.
  [[gnu::noinline]] std::size_t blend_short(int x, int y, const ChromaLine<L>& line,
                                            unsigned wanted) const {
    alignas(64) float value[3][block_lanes];
    for (int i = 0; i < 3; ++i) store(value[i], line.value[i]);
    std::size_t bytes = 0;
    for (int lane = 0; lane < block_lanes && x + lane < width_; ++lane) {
      if (((wanted >> (lane / 4)) & 1U) == 0) continue;
      for (int i = 1; i < 3; ++i) {
        std::byte* sample = sample_at(target_.component[i], x + lane, y);
        const float under = load_sample(target_, sample);
        bytes += store_sample(target_, sample,
                              composite(target_, under, value[2][lane], value[i - 1][lane]));
      }
    }
    return bytes;
  }

  const Target& target_;
  int x_, y_, width_, height_;
  std::byte *cb_, *cr_;
  bool in_turn_;  ///< Cb and Cr of a sample are neighbours
};

/// Whether anything was painted on a block's last column, which the chroma to its right sees.
OVL_FN bool reaches_right(const float (&block)[4][block_lanes]) {
  float sum = 0;
  for (const int i : chroma_values) sum += abs(block[i][7]) + abs(block[i][15]);
  return sum != 0;
}

/// Blocks of a row that are painted on, or right of one whose last column is.
template <class L>
OVL_FN unsigned painted_or_beside(const TileContext<L>& tile, int row) {
  const unsigned mask = tile.surface->painted.row(row);
  const unsigned before_gap = mask & ~(mask >> 1U) & 0x7FU;
  unsigned seen = mask | ((tile.scratch.carried >> row) & 1U);
  for_each_bit(before_gap, 0, [&](int column) {
    const auto& block = tile.surface->block[row * block_columns + column];
    seen |= unsigned{reaches_right(block)} << (column + 1);
  });
  return seen;
}

/// Blocks of a row whose chroma samples see a touched pixel.
template <ChromaSiting siting, class L>
OVL_FN unsigned chroma_mask(const TileContext<L>& tile, int row) {
  if constexpr (siting == ChromaSiting::center) return tile.surface->painted.row(row);
  const unsigned seen = painted_or_beside(tile, row);
  if (siting != ChromaSiting::top_left || !tile.target.half_rows) return seen;
  return row > 0 || tile.sees_above() ? seen | painted_or_beside(tile, row_before(row)) : seen;
}

/// Chroma of a group of blocks, whose `wanted` ones are written: one line with half the rows, else
/// two.
template <ChromaSiting siting, class Sample, class L>
OVL_FN std::size_t resolve_group(const TileContext<L>& tile, const ChromaPlanes<Sample, L>& planes,
                                 int row, int group, unsigned wanted) {
  if (tile.target.half_rows)
    return planes.blend(group, row, shared_line<siting>(tile, row, group), wanted);
  const ChromaGroup<siting, L> own(tile, row, group);
  const L scale(1.0F / filter_scale<siting>);
  ChromaLine<L> top, bottom;
  for (int i = 0; i < 3; ++i) {
    const RowPair<L> rows = own.filter(i);
    top.value[i] = rows.top * scale;
    bottom.value[i] = rows.bottom * scale;
  }
  return planes.blend(group, 2 * row, top, wanted) +
         planes.blend(group, 2 * row + 1, bottom, wanted);
}

template <class Sample, ChromaSiting siting, class L>
std::size_t resolve_groups(const TileContext<L>& tile) {
  const ChromaPlanes<Sample, L> planes(tile);
  std::size_t bytes = 0;
  for (int row = 0; row < block_rows; ++row) {
    const unsigned mask = chroma_mask<siting>(tile, row);
    for (int group = 0; group < tile_groups; ++group) {
      const unsigned wanted = (mask >> (group * group_blocks)) & ((1U << group_blocks) - 1U);
      if (wanted != 0) bytes += resolve_group<siting>(tile, planes, row, group, wanted);
    }
  }
  return bytes;
}

/// Chroma of a tile. Returns the bytes written.
template <class Sample, class L>
std::size_t resolve_chroma(const TileContext<L>& tile) {
  switch (tile.target.siting) {
    case ChromaSiting::center:
      return resolve_groups<Sample, ChromaSiting::center>(tile);
    case ChromaSiting::left:
      return resolve_groups<Sample, ChromaSiting::left>(tile);
    case ChromaSiting::top_left:
      return resolve_groups<Sample, ChromaSiting::top_left>(tile);
  }
  return 0;
}

/// Keeps the last pixel column for the chroma of the tile to the right.
template <class L>
void save_carry(TileContext<L>& tile) {
  tile.scratch.carried = 0;
  for (int row = 0; row <= row_above; ++row) {
    const int last = row * block_columns + block_columns - 1;
    const auto& block = tile.surface->block[last];
    if (!tile.surface->painted.has(last) || !reaches_right(block)) continue;
    tile.scratch.carried = static_cast<std::uint16_t>(tile.scratch.carried | (1U << row));
    for (int y = 0; y < block_height; ++y) {
      for (int i = 0; i < 3; ++i) {
        tile.scratch.carry[row][y][i] = block[chroma_values[i]][y * 8 + 7];
      }
    }
  }
}

}  // namespace overlace

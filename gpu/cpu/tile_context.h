// SPDX-License-Identifier: Apache-2.0
// A tile in the making: where its blocks are, and how paint lands on them.
#pragma once

#include "gpu/cpu/tile.h"
#include "gpu/kernels/blend.h"

namespace overlace {

/// Pixel of a lane within its block; see lanes_scalar.h.
OVL_FN constexpr int column_of(int lane) {
  return 2 * (lane & 3) + ((lane >> 2) & 1);
}
OVL_FN constexpr int row_of(int lane) {
  return lane >> 3;
}

/// Pixel centres of a block relative to its corner, by lane.
struct LaneOffsets {
  alignas(64) float x[block_lanes];
  alignas(64) float y[block_lanes];
};
inline constexpr LaneOffsets lane_offsets = {{0.5F, 2.5F, 4.5F, 6.5F, 1.5F, 3.5F, 5.5F, 7.5F, 0.5F,
                                              2.5F, 4.5F, 6.5F, 1.5F, 3.5F, 5.5F, 7.5F},
                                             {0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 0.5F, 1.5F,
                                              1.5F, 1.5F, 1.5F, 1.5F, 1.5F, 1.5F, 1.5F}};

OVL_FN void clear(Surface& surface) {
  for (auto& mask : surface.mask) mask = 0;
  for (auto& flat : surface.flat) flat = 0;
}

/// A block of a surface; transparent where nothing was painted.
template <class L>
OVL_FN Pixel<L> read_block(const Surface& surface, int row, int column) {
  const auto has = [column](std::uint8_t bits) { return ((bits >> column) & 1) != 0; };
  if (!has(surface.mask[row])) return {{L(0.0F), L(0.0F), L(0.0F)}, L(0.0F)};
  if (has(surface.flat[row])) {
    const float* tone = surface.tone[row][column];
    return {{L(tone[0]), L(tone[1]), L(tone[2])}, L(tone[3])};
  }
  const auto& block = surface.block[row][column];
  return {{L::load(block[0]), L::load(block[1]), L::load(block[2])}, L::load(block[3])};
}

/// The tile being painted. L is the lane type of the instruction set.
template <class L>
struct TileContext {
  const SceneView& scene;
  const Target& target;
  TileScratch& scratch;
  int x, y;          ///< top-left pixel of the tile
  int first_row;     ///< of blocks: 0 when the row above is needed, else 1
  Surface* surface;  ///< of the innermost open group

  [[nodiscard]] int block_x(int column) const { return x + column * block_width; }
  [[nodiscard]] int block_y(int row) const { return y + (row - 1) * block_height; }
  [[nodiscard]] L pixel_x(int column) const {
    return L::load(lane_offsets.x) + L(static_cast<float>(block_x(column)));
  }
  [[nodiscard]] L pixel_y(int row) const {
    return L::load(lane_offsets.y) + L(static_cast<float>(block_y(row)));
  }

  /// The area of a block's pixels.
  [[nodiscard]] Rect block_area(int row, int column) const {
    const auto left = static_cast<float>(block_x(column)), top = static_cast<float>(block_y(row));
    return {left, top, left + block_width, top + block_height};
  }

  [[nodiscard]] bool is_touched(int row, int column) const {
    return ((surface->mask[row] >> column) & 1) != 0;
  }
  [[nodiscard]] Pixel<L> read(int row, int column) const {
    return read_block<L>(*surface, row, column);
  }
  void write(int row, int column, const Pixel<L>& pixel) {
    auto& block = surface->block[row][column];
    for (int i = 0; i < 3; ++i) store(block[i], pixel.c[i]);
    store(block[3], pixel.a);
    const unsigned bit = 1U << column;
    surface->mask[row] = static_cast<std::uint8_t>(surface->mask[row] | bit);
    surface->flat[row] = static_cast<std::uint8_t>(surface->flat[row] & ~bit);
  }

  /// Blends one colour onto a block, unless alpha is 0 throughout.
  void paint(int row, int column, const L (&color)[3], L alpha) {
    if (!any(alpha > L(0.0F))) return;
    write(row, column, paint_over(read(row, column), color, alpha));
  }
  void paint(int row, int column, const WorkColor& color, L coverage) {
    paint(row, column, {L(color.c[0]), L(color.c[1]), L(color.c[2])}, coverage * L(color.a));
  }

  /// Blends one colour onto the whole of blocks `first` to `last` of a row.
  void paint_whole(int row, int first, int last, const WorkColor& color) {
    const Quad rest = Quad{} + (1.0F - color.a);
    const Quad own{color.c[0] * color.a, color.c[1] * color.a, color.c[2] * color.a, color.a};
    for (int column = first; column <= last; ++column) {
      const unsigned bit = 1U << column;
      float* tone = surface->tone[row][column];
      if ((surface->mask[row] & bit) == 0) {
        store(tone, fma(Quad{}, rest, own));
      } else if ((surface->flat[row] & bit) != 0) {
        store(tone, fma(load_quad(tone), rest, own));
      } else {
        paint(row, column, color, L(1.0F));
        continue;
      }
      surface->mask[row] = static_cast<std::uint8_t>(surface->mask[row] | bit);
      surface->flat[row] = static_cast<std::uint8_t>(surface->flat[row] | bit);
    }
  }
};

/// Block columns of a tile that [lo, hi] px touches: first > last when none.
struct ColumnRange {
  int first, last;
};
OVL_FN ColumnRange block_range(float lo, float hi, int tile_x) {
  constexpr float scale = 1.0F / block_width;
  const auto origin = static_cast<float>(tile_x);
  const float first = clamp(floor((lo - origin) * scale), 0.0F, block_columns);
  const float last = clamp(floor((hi - origin) * scale), -1.0F, block_columns - 1);
  return {static_cast<int>(first), static_cast<int>(last)};
}

}  // namespace overlace

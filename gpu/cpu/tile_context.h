// SPDX-License-Identifier: Apache-2.0
// A tile in the making: where its blocks are, and how paint lands on them.
#pragma once

#include "gpu/cpu/tile.h"
#include "gpu/kernels/blend.h"

/// Makes a lambda part of the loop that it is handed to. What such a lambda uses of the scene it
/// should hold as copies: vectors may alias anything, and so all else is read again after each
/// store.
#define OVL_INLINE __attribute__((always_inline))

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

/// A block of a surface; transparent unless it is painted.
template <class L>
OVL_FN Pixel<L> read_block(const Surface& surface, int block, bool painted) {
  const auto& values = surface.block[block];
  return {{L::load_if(painted, values[0]), L::load_if(painted, values[1]),
           L::load_if(painted, values[2])},
          L::load_if(painted, values[3])};
}
template <class L>
OVL_FN void write_block(Surface& surface, int block, const Pixel<L>& pixel) {
  auto& values = surface.block[block];
  for (int i = 0; i < 3; ++i) store(values[i], pixel.c[i]);
  store(values[3], pixel.a);
}

/// One colour, ready to be painted with.
template <class L>
struct SolidPaint {
  L color[3], alpha;
  explicit SolidPaint(const WorkColor& work)
      : color{L(work.c[0]), L(work.c[1]), L(work.c[2])}, alpha(work.a) {}

  /// Paints over a block; false when that changes nothing, because there is no coverage.
  OVL_FN bool over(Pixel<L>& pixel, L coverage) const {
    const L covered = coverage * alpha;
    pixel = paint_over(pixel, color, covered);
    return any(covered > L(0.0F));
  }
};

/// The tile being painted. L is the lane type of the instruction set.
template <class L>
struct TileContext {
  const SceneView& scene;
  const Target& target;
  TileScratch& scratch;
  int x, y;          ///< top-left pixel of the tile
  BlockSet blocks;   ///< that are needed: its own, and those above for top-left chroma
  Surface* surface;  ///< of the innermost open group

  /// Works out the pixels' centres.
  void place() {
    for (int i = 0; i < block_columns; ++i)
      store(scratch.pixel_x[i], L::load(lane_offsets.x) + L(static_cast<float>(block_x(i))));
    for (int i = 0; i <= row_above; ++i)
      store(scratch.pixel_y[i],
            L::load(lane_offsets.y) + L(static_cast<float>(block_y(i * block_columns))));
  }

  [[nodiscard]] int block_x(int block) const { return x + block % block_columns * block_width; }
  [[nodiscard]] int block_y(int block) const {
    return block < tile_blocks ? y + block / block_columns * block_height : y - block_height;
  }
  [[nodiscard]] bool sees_above() const { return blocks.above != 0; }
  [[nodiscard]] L pixel_x(int block) const {
    return L::load(scratch.pixel_x[block % block_columns]);
  }
  [[nodiscard]] L pixel_y(int block) const {
    return L::load(scratch.pixel_y[block / block_columns]);
  }

  /// The area of a block's pixels.
  [[nodiscard]] Rect block_area(int block) const {
    const auto left = static_cast<float>(block_x(block)), top = static_cast<float>(block_y(block));
    return {left, top, left + block_width, top + block_height};
  }

  [[nodiscard]] Pixel<L> read(int block) const {
    return read_block<L>(*surface, block, surface->painted.has(block));
  }

  /// Lays paint on blocks: shade(pixel, block) changes a block's paint and tells whether it did. No
  /// branch hangs on what it finds: that would be a coin's toss, late in a long chain of
  /// operations.
  template <class Shade>
  OVL_FN void paint(BlockSet where, const Shade& shade) {
    Surface& into = *surface;
    const std::uint64_t wanted[2] = {where.own, where.above};
    const std::uint64_t painted[2] = {into.painted.own, into.painted.above};
    std::uint64_t added[2] = {0, 0};
    for (int part = 0; part < 2; ++part) {
      const int first = part * tile_blocks;
      for (std::uint64_t bits = wanted[part]; bits != 0; bits &= bits - 1) {
        const int bit = __builtin_ctzll(bits);
        Pixel<L> pixel = read_block<L>(into, first + bit, ((painted[part] >> bit) & 1U) != 0);
        added[part] |= std::uint64_t{shade(pixel, first + bit)} << bit;
        write_block(into, first + bit, pixel);
      }
    }
    into.painted = {painted[0] | added[0], painted[1] | added[1]};
  }

  /// Lays one colour on the whole of blocks.
  void paint_whole(BlockSet where, const WorkColor& color) {
    const SolidPaint<L> solid(color);
    paint(where, [=](Pixel<L>& pixel, int) OVL_INLINE { return solid.over(pixel, L(1.0F)); });
  }
};

/// Block columns of a tile that [lo, hi] px touches: first > last when none.
struct ColumnRange {
  int first, last;
  [[nodiscard]] OVL_FN std::uint64_t bits() const { return column_bits(first, last); }
};
OVL_FN ColumnRange block_range(float lo, float hi, int tile_x) {
  constexpr float scale = 1.0F / block_width;
  const auto origin = static_cast<float>(tile_x);
  const float first = clamp(floor((lo - origin) * scale), 0.0F, block_columns);
  const float last = clamp(floor((hi - origin) * scale), -1.0F, block_columns - 1);
  return {static_cast<int>(first), static_cast<int>(last)};
}

}  // namespace overlace

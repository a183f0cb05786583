// SPDX-License-Identifier: Apache-2.0
// A tile in the making: where its blocks are, and how paint lands on them.
#pragma once

#include "gpu/cpu/tiles/tile.h"
#include "gpu/kernels/blend.h"

namespace overlace {

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
/// A uniform block of a surface.
template <class L>
OVL_FN Pixel<L> read_solid(const Surface& surface, int block) {
  return {{L(surface.solid[0][block]), L(surface.solid[1][block]), L(surface.solid[2][block])},
          L(surface.solid[3][block])};
}
template <class L>
OVL_FN void write_block(Surface& surface, int block, const Pixel<L>& pixel) {
  auto& values = surface.block[block];
  for (int i = 0; i < 3; ++i) store(values[i], pixel.c[i]);
  store(values[3], pixel.a);
}

/// Writes out the pixels of those blocks that are uniform; they no longer are.
template <class L>
OVL_FN void spread(Surface& surface, BlockSet blocks) {
  const BlockSet alike = blocks & surface.uniform;
  if (is_empty(alike)) return;
  surface.uniform = surface.uniform - alike;
  for_each_block(alike, [&](int block) OVL_INLINE {
    for (int i = 0; i < 4; ++i) store(surface.block[block][i], L(surface.solid[i][block]));
  });
}

/// One colour, ready for painting.
template <class L>
struct SolidPaint {
  L color[3], alpha;
  explicit SolidPaint(const WorkColor& work)
      : color{L(work.c[0]), L(work.c[1]), L(work.c[2])}, alpha(work.a) {}

  /// Paints over pixels; returns those that it covers.
  OVL_FN auto over(Pixel<L>& pixel, L coverage) const {
    const L covered = coverage * alpha;
    pixel = paint_over(pixel, color, covered);
    return covered > L(0.0F);
  }
};

/// The tile being painted. L is the lane type of the instruction set.
template <class L>
struct TileContext {
  const SceneView& scene;
  const Target& target;
  TileScratch& scratch;
  int x, y;                  ///< top-left pixel of the tile
  BlockSet blocks;           ///< those needed: its own, and those above for top-left chroma
  Surface* surface;          ///< of the innermost open group
  std::uint32_t depth = 0;   ///< open groups
  std::uint32_t joined = 0;  ///< as bits, depths of groups that paint on the surface below

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
  /// Pixel centres of a block.
  [[nodiscard]] OVL_FN L pixel_x(int block) const {
    return L::load(scratch.pixel_x[block % block_columns]);
  }
  [[nodiscard]] OVL_FN L pixel_y(int block) const {
    return L::load(scratch.pixel_y[block / block_columns]);
  }

  /// The area of all pixels, with those above the tile.
  [[nodiscard]] Rect area() const {
    const auto left = static_cast<float>(x), top = static_cast<float>(y);
    return {left, top - block_height, left + tile_width, top + tile_height};
  }
  /// The area of a block's pixels.
  [[nodiscard]] Rect block_area(int block) const {
    const auto left = static_cast<float>(block_x(block)), top = static_cast<float>(block_y(block));
    return {left, top, left + block_width, top + block_height};
  }

  [[nodiscard]] Pixel<L> read(int block) const {
    return read_block<L>(*surface, block, surface->painted.has(block));
  }

  /// Lays paint on blocks: shade(pixel, block) changes the paint of a block and returns where it
  /// covers it. No branch depends on the result: it would be unpredictable, at the end of a long
  /// chain of operations.
  template <class Shade>
  OVL_FN void paint(BlockSet where, const Shade& shade) {
    Surface& into = *surface;
    spread<L>(into, where);
    const auto paint_word = [&](std::uint64_t bits, int first, std::uint64_t& word) OVL_INLINE {
      const std::uint64_t painted = word;
      std::uint64_t added = 0;
      for_each_bit(bits, 0, [&](int number) OVL_INLINE {
        const int block = first + number;
        Pixel<L> pixel = read_block<L>(into, block, (painted >> number & 1U) != 0);
        added |= std::uint64_t{any(shade(pixel, block))} << number;
        write_block(into, block, pixel);
      });
      word = painted | added;
    };
    paint_word(where.own, 0, into.painted.own);
    paint_word(where.above, tile_blocks, into.painted.above);
  }
  /// Lays one colour on blocks; coverage(block) is that of a block's pixels. It is computed for all
  /// blocks before any is painted: behind the long chain of operations of one block, a processor
  /// would not see those of the next.
  template <class Coverage>
  OVL_FN void cover(BlockSet where, const WorkColor& color, const Coverage& coverage) {
    auto* next = scratch.coverage;
    for_each_block(where, [&](int block) OVL_INLINE { store((*next++)[0], coverage(block)); });
    cover_as_stored(where, color);
  }
  /// The same where coverage has been stored, in the order of the blocks.
  OVL_FN void cover_as_stored(BlockSet where, const WorkColor& color) {
    const auto* at = scratch.coverage;
    if (surface->only_alpha) {
      const L alpha(color.a);
      return paint_alpha(where, [&]() OVL_INLINE { return L::load((*at++)[0]) * alpha; });
    }
    const SolidPaint<L> solid(color);
    paint(where,
          [&](Pixel<L>& pixel, int) OVL_INLINE { return solid.over(pixel, L::load((*at++)[0])); });
  }

  /// Lays paint of which only alpha matters on blocks; covered() gives that of each, in turn.
  template <class Covered>
  OVL_FN void paint_alpha(BlockSet where, const Covered& covered) {
    Surface& into = *surface;
    spread<L>(into, where);
    BlockSet added;
    for_each_block(where, [&](int block) OVL_INLINE {
      float* alpha = into.block[block][3];
      const L over = covered();
      store(alpha, fma(L::load_if(into.painted.has(block), alpha), L(1.0F) - over, over));
      added.add_if(any(over > L(0.0F)), block);
    });
    into.painted = into.painted | added;
  }

  /// Lays one colour on all pixels of blocks.
  void paint_whole(BlockSet where, const WorkColor& color) {
    const SolidPaint<L> solid(color);
    paint_alike(where, [=](Pixel<L>& pixel) OVL_INLINE { return solid.over(pixel, L(1.0F)); });
  }
  /// Lays the same paint on all pixels of blocks: shade(pixel) changes the paint of some and
  /// returns where it covers them.
  template <class Shade>
  OVL_FN void paint_alike(BlockSet where, const Shade& shade) {
    const auto shade_any = [&](Pixel<L>& pixel, int) OVL_INLINE { return shade(pixel); };
    const BlockSet mixed = where & (surface->painted - surface->uniform);
    if (!is_empty(mixed)) paint(mixed, shade_any);
    paint_uniform(where - mixed, shade_any);
  }
  /// Lays paint on all pixels of blocks that are uniform or not painted, sixteen blocks at a time:
  /// shade(colors, first) changes the colours of the blocks from `first` on and returns which of
  /// them it covers.
  template <class Shade>
  OVL_FN void paint_uniform(BlockSet where, const Shade& shade) {
    Surface& into = *surface;
    for (int first = 0; first < all_blocks; first += block_lanes) {
      const unsigned wanted = sixteen_of(where, first);
      if (wanted == 0) continue;
      const auto painted = L::mask(sixteen_of(into.painted, first)), mask = L::mask(wanted);
      const auto before = [&](int i) OVL_INLINE {
        return select(painted, L::load(into.solid[i] + first), L(0.0F));
      };
      Pixel<L> colors{{before(0), before(1), before(2)}, before(3)};
      const unsigned covered = bits_of(shade(colors, first)) & wanted;
      const auto keep = [&](int i, const L& value) OVL_INLINE {
        float* at = into.solid[i] + first;
        store(at, select(mask, value, L::load(at)));
      };
      for (int i = 0; i < 3; ++i) keep(i, colors.c[i]);
      keep(3, colors.a);
      const BlockSet added = sixteen_blocks(covered, first);
      into.painted = into.painted | added;
      into.uniform = into.uniform | added;
    }
  }
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Blends blocks of one colour into the picture, by runs of them.
#pragma once

#include "gpu/cpu/chroma_planes.h"
#include "gpu/cpu/solid_groups.h"

namespace overlace {

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

/// Blends a group, run by run of its blocks: luma(block, count) and chroma(block, count, line of
/// the tile). Leaves to the blocks that follow it what they see of it. Returns the bytes written.
template <ChromaLayout layout, class L, class Luma, class Chroma>
OVL_FN std::size_t blend_runs(TileScratch& scratch, const SolidGroup& group, const L& columns,
                              const Luma& luma, const Chroma& chroma) {
  constexpr int lines = lines_of(layout.lines);
  std::size_t bytes = 0;
  for_each_block_run(group.blocks, [&](int block, int count) OVL_INLINE {
    bytes += luma(block, count);
    for (int line = 0; line < lines; ++line) {
      bytes += chroma(block, count, block / block_columns * lines + line);
      store(scratch.left_columns[line][left_slot(block + count - 1) + 1], columns);
    }
  });
  return bytes;
}

/// The same of a group. Returns the bytes written.
template <ChromaLayout layout, class Sample, class L, class Luma>
OVL_FN std::size_t blend_solid(TileScratch& scratch, const ChromaPlanes<Sample, L>& planes,
                               const Luma& luma, const SolidGroup& group) {
  const float alpha = group.solid[3];
  const L samples = solid_samples<L>(group.solid), paint(group.solid[0]);
  const L columns = solid_columns(samples, layout.lines != ChromaLines::each_row);
  if (alpha == 1 && planes.fill_words())  // nothing of the picture shows through it
    return blend_runs<layout>(
        scratch, group, columns,
        [&](int block, int count) OVL_INLINE { return luma.cover(block, count, paint); },
        [&](int block, int count, int y)
            OVL_INLINE { return planes.cover(block, count, y, samples); });
  return blend_runs<layout>(
      scratch, group, columns,
      [&](int block, int count)
          OVL_INLINE { return luma.blend_run(block, count, paint, L(alpha)); },
      [&](int block, int count, int y)
          OVL_INLINE { return planes.blend_run(block, count, y, samples); });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Blends blocks of one colour into the picture, run by run.
#pragma once

#include "gpu/cpu/tiles/chroma_planes.h"
#include "gpu/cpu/tiles/solid_groups.h"

namespace overlace {

/// Calls use(block, count) for runs of blocks, each within one row.
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

/// Blends one colour into the luma and the chroma of the picture.
template <class Sample, class L, class Luma>
class SolidColor {
 public:
  OVL_FN SolidColor(const ChromaPlanes<Sample, L>& chroma, const Luma& luma,
                    const float (&solid)[4])
      : chroma_(chroma),
        luma_(luma),
        samples_(solid_samples<L>(solid)),
        paint_(solid[0]),
        alpha_(solid[3]),
        covers_(solid[3] == 1 && chroma.fill_words()) {}

  /// Chroma of a block on one line.
  [[nodiscard]] OVL_FN const L& samples() const { return samples_; }
  /// Blends `count` blocks in a row, from `block` on, with `lines` lines of chroma each. Returns
  /// the bytes written.
  OVL_FN std::size_t blend(int block, int count, int lines) const {
    const int first = block / block_columns * lines;
    std::size_t bytes =
        covers_ ? luma_.cover(block, count, paint_) : luma_.blend_run(block, count, paint_, alpha_);
    for (int line = first; line < first + lines; ++line)
      bytes += covers_ ? chroma_.cover(block, count, line, samples_)
                       : chroma_.blend_run(block, count, line, samples_);
    return bytes;
  }

 private:
  const ChromaPlanes<Sample, L>& chroma_;
  const Luma& luma_;
  L samples_, paint_, alpha_;
  bool covers_;  ///< nothing of the picture shows through it
};

/// Stores what the block to the right of a run sees of it.
template <class L>
OVL_FN void leave_to_the_right(TileScratch& scratch, int last_block, int lines, const L& samples) {
  const L columns = solid_columns(samples, lines == 1);
  for (int line = 0; line < lines; ++line)
    store(scratch.left_columns[line][left_slot(last_block) + 1], columns);
}

/// Blends a group of blocks, run by run. Returns the bytes written.
template <ChromaLayout layout, class Sample, class L, class Luma>
OVL_FN std::size_t blend_solid(TileScratch& scratch, const ChromaPlanes<Sample, L>& planes,
                               const Luma& luma, const SolidGroup& group) {
  constexpr int lines = lines_of(layout.lines);
  const SolidColor<Sample, L, Luma> color(planes, luma, group.solid);
  std::size_t bytes = 0;
  for_each_block_run(group.blocks, [&](int block, int count) OVL_INLINE {
    bytes += color.blend(block, count, lines);
    leave_to_the_right(scratch, block + count - 1, lines, color.samples());
  });
  return bytes;
}

}  // namespace overlace

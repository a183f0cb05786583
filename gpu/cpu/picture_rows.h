// SPDX-License-Identifier: Apache-2.0
// Marks and sums of a picture's components on the CPU; and the kernels of all passes over planes,
// for one instruction set.
#pragma once

#include "gpu/cpu/color_change_rows.h"
#include "gpu/cpu/mix_rows.h"
#include "gpu/cpu/plane_blur_rows.h"
#include "gpu/cpu/plane_gather_rows.h"
#include "gpu/cpu/plane_grain_rows.h"
#include "gpu/effects/pixelate.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

template <class L>
OVL_FN void run_block(const CoverPass& pass, BlockIndex block, ImageScratch&) {
  const PictureComponent& of = pass.of;
  std::uint8_t* marks = of.covered + block.row * of.columns();
  const IntRange rows = of.seen_rows(block.row);
  if (!of.is_active() || !any_occupied(of.region, {0, of.region.columns() - 1}, rows)) {
    std::memset(marks, 0, static_cast<std::size_t>(of.columns()));
    return;
  }
  for (int column = 0; column < of.columns(); ++column)
    marks[column] = of.mark_of(of.seen_columns(column), rows);
}

/// Sums of integers down the columns of some tiles, less `base` each.
template <class L, int tiles>
OVL_FN void sum_down(const SampleLines<L>& lines, int x, IntRange rows, int base, float* out) {
  if (lines.sums_fit(rows)) return lines.template sum_bytes_down<tiles>(x, rows, base, out);
  const L middle(static_cast<float>(base));
  L sum[tiles];
  for (L& s : sum) s = L(0.0F);
  for (int line = rows.first; line <= rows.last; ++line) {
    lines.fetch(x, line + rows_ahead);
    for (int i = 0; i < tiles; ++i)
      sum[i] = sum[i] + (lines.load(x + i * layer_tile, line) - middle);
  }
  for (int i = 0; i < tiles; ++i) store(out + i * layer_tile, sum[i]);
}
/// The same for all columns, whether their blocks are wanted or not.
template <class L>
OVL_FN void run_block(const SamplePass<MosaicSums>& pass, BlockIndex block, ImageScratch&) {
  constexpr int most = 4;  // tiles at once: a line of a cache where samples are bytes
  const MosaicSums& sums = pass.formula;
  const SampleLines<L> lines(sums.from);
  const MosaicAxis rows = sums.blocks.y_axis();
  const PlaneImage to = pass.output();
  const bool at_once = sums.along_y && sums.counts_whole();
  const int base = MosaicSums::middle(sums.from.picture());
  for_each_wanted_row(pass, block, [&](int first, int last, int y) OVL_INLINE {
    const IntRange own = at_once ? rows.range(y) : IntRange{0, -1};
    const auto has = [&](int tile) {
      const int x = tile * layer_tile;
      return at_once && lines.has(x, own.first) && lines.has(x, own.last);
    };
    for (int tile = first; tile <= last;) {
      const int x = tile * layer_tile;
      float* out = to.row(y) + x;
      if (tile + most <= last + 1 && has(tile) && has(tile + most - 1)) {
        sum_down<L, most>(lines, x, own, base, out);
        tile += most;
        continue;
      }
      if (has(tile))
        sum_down<L, 1>(lines, x, own, base, out);
      else
        for (int i = 0; i < layer_tile && x + i < to.size.width; ++i)
          out[i] = sums.sample(x + i, y);
      ++tile;
    }
  });
}

/// A kernel as the back-end calls it.
template <class L, class Pass>
void run_plane_block_with(const Pass& pass, BlockIndex block, ImageScratch& scratch) {
  run_block<L>(pass, block, scratch);
}
/// Fills a table with the kernels of an instruction set.
template <class L, class... Passes>
OVL_FN void set_plane_kernels(ImageKernels& kernels, PassList<Passes...>) {
  ((static_cast<ImageKernel<Passes>&>(kernels).run = run_plane_block_with<L, Passes>), ...);
}

}  // namespace overlace

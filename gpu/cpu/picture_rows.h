// SPDX-License-Identifier: Apache-2.0
// Marks and sums of a picture's components on the CPU; and the kernels of all passes over planes,
// for one instruction set.
#pragma once

#include "gpu/cpu/color_change_rows.h"
#include "gpu/cpu/inset_rows.h"
#include "gpu/cpu/mix_rows.h"
#include "gpu/cpu/plane_blur_rows.h"
#include "gpu/cpu/plane_gather_rows.h"
#include "gpu/cpu/plane_grain_rows.h"
#include "gpu/effects/pixelate.h"
#include "gpu/kernels/picture_plane.h"

namespace overlace {

/// Marks of a region's tiles over some rows of them, by column: those that all tiles of the column
/// have, and those that any of them has. In a worker's memory.
struct MarksOfColumns {
  std::uint8_t *all, *any;

  template <class Component>
  OVL_FN MarksOfColumns(const Component& of, IntRange rows, ImageScratch& scratch)
      : all(reinterpret_cast<std::uint8_t*>(scratch.samples)), any(all + of.region.columns()) {
    const auto columns = static_cast<std::size_t>(of.region.columns());
    std::memcpy(all, of.region.row_marks(rows.first), columns);
    std::memcpy(any, all, columns);
    for (int row = rows.first + 1; row <= rows.last; ++row) {
      const std::uint8_t* own = of.region.row_marks(row);
      for (std::size_t i = 0; i < columns; ++i) {
        all[i] &= own[i];
        any[i] |= own[i];
      }
    }
  }
};
/// What the region covers of tiles with such marks: see PictureComponent::covered.
OVL_FN std::uint8_t covered_mark(std::uint8_t all, std::uint8_t any) {
  const std::uint8_t some = any == 0 ? std::uint8_t{0} : painted_tile;
  return is_opaque_tile(all) ? opaque_tile : some;
}
template <class L>
OVL_LONG_FN void run_block(const CoverPass& pass, BlockIndex block, ImageScratch& scratch) {
  const PictureComponent& of = pass.of;
  std::uint8_t* marks = of.marks(block.row);
  const int count = of.columns(), of_region = of.region.columns();
  const IntRange rows = of.seen_rows(block.row);
  if (!of.is_active() ||
      !any_mark(of.region.row_marks(rows.first), (rows.last - rows.first + 1) * of_region)) {
    std::memset(marks, 0, static_cast<std::size_t>(count));
    return;
  }
  const MarksOfColumns tiles(of, rows, scratch);
  if (!is_subsampled(of.picture(), of.component)) {
    for (int i = 0; i < count; ++i) marks[i] = covered_mark(tiles.all[i], tiles.any[i]);
    return;
  }
  const auto mark = [&](int column) {
    const IntRange seen = of.seen_columns(column);
    std::uint8_t all = tiles.all[seen.first], any = tiles.any[seen.first];
    for (int i = seen.first + 1; i <= seen.last; ++i) {
      all &= tiles.all[i];
      any |= tiles.any[i];
    }
    marks[column] = covered_mark(all, any);
  };
  mark(0);
  // In between, each column sees its own two tiles and the one to their left.
  const std::uint8_t *all = tiles.all + 1, *any = tiles.any + 1;
  for (int i = 1; i < count - 1; ++i, all += 2, any += 2)
    marks[i] = covered_mark(static_cast<std::uint8_t>(all[0] & all[1] & all[2]),
                            static_cast<std::uint8_t>(any[0] | any[1] | any[2]));
  mark(count - 1);
}

/// All blocks of a row of the mosaic look at the same rows of covered tiles.
template <class L>
OVL_LONG_FN void run_block(const SamplePass<CoveredMosaic>& pass, BlockIndex block,
                           ImageScratch& scratch) {
  const CoveredMosaic& mosaic = pass.formula;
  const PictureComponent& from = mosaic.from;
  const MosaicAxis columns = mosaic.to.x_axis(), rows = mosaic.to.y_axis();
  const PlaneImage to = pass.output();
  for_each_wanted_row(pass, block, [&](int first, int last, int y) {
    const MarksOver covered(from.covered, from.columns(), tiles_of(rows.range(y)), scratch);
    const int end = lesser((last + 1) * layer_tile, to.size.width);
    for (int x = first * layer_tile; x < end; ++x)
      to.row(y)[x] = covered.any(tiles_of(columns.range(x))) ? 1.0F : 0.0F;
  });
}

/// Sums of integers, each less `base`, down the columns of some tiles.
template <class L>
OVL_FN void sum_down(const SampleLines<L>& lines, int x, int tiles, IntRange rows, int base,
                     ImageScratch& scratch, float* out) {
  if (lines.sums_fit(rows))
    return lines.sum_bytes_down(x, tiles, rows, base,
                                reinterpret_cast<std::uint16_t*>(scratch.samples), out);
  const L middle(static_cast<float>(base));
  for (int i = 0; i < tiles * layer_tile; i += layer_tile) {
    L sum(0.0F);
    for (int line = rows.first; line <= rows.last; ++line) {
      lines.fetch(x + i, line + rows_ahead);
      sum = sum + (lines.load(x + i, line) - middle);
    }
    store(out + i, sum);
  }
}
/// Sums of integers down the columns of all tiles that a marked block of the mosaic touches,
/// whether its neighbours are marked or not.
template <class L>
OVL_FN void sum_columns(const MosaicSums& sums, const SampleLines<L>& lines, int first, int last,
                        int y, ImageScratch& scratch) {
  const PlaneImage to = sums.output();
  const MosaicAxis columns = sums.blocks.x_axis();
  const IntRange rows = sums.blocks.y_axis().range(y);
  const int base = MosaicSums::middle(sums.from.picture());
  const PlaneImage marks = sums.blocks.plane();
  const auto is_marked = [&](int tile) {
    const IntRange blocks = columns.blocks(around_tile(tile, 0));
    for (int i = blocks.first; i <= blocks.last; ++i)
      if (marks.is_wanted(i >> log2_layer_tile, y >> log2_layer_tile) && marks.sample(i, y) != 0)
        return true;
    return false;
  };
  const auto has = [&](int tile) {
    const int x = tile * layer_tile;
    return lines.has(x, rows.first) && lines.has(x, rows.last);
  };
  const auto sum_one_by_one = [&](int tile) {
    for (int x = tile * layer_tile; x < lesser((tile + 1) * layer_tile, to.size.width); ++x)
      to.row(y)[x] = sums.sample(x, y);
  };
  for (int tile = first; tile <= last;) {
    int end = tile;
    while (end <= last && has(end) && is_marked(end)) ++end;
    if (end > tile) {
      const int x = tile * layer_tile;
      sum_down<L>(lines, x, end - tile, rows, base, scratch, to.row(y) + x);
      tile = end;
    } else {
      if (!has(tile)) sum_one_by_one(tile);
      ++tile;
    }
  }
}
template <class L>
OVL_LONG_FN void run_block(const SamplePass<MosaicSums>& pass, BlockIndex block,
                           ImageScratch& scratch) {
  const MosaicSums& sums = pass.formula;
  const SampleLines<L> lines(sums.from);
  const PlaneImage to = pass.output();
  const bool at_once = sums.along_y && sums.counts_whole();
  for_each_wanted_row(pass, block, [&](int first, int last, int y) {
    if (at_once) return sum_columns<L>(sums, lines, first, last, y, scratch);
    const int end = lesser((last + 1) * layer_tile, to.size.width);
    for (int x = first * layer_tile; x < end; ++x) to.row(y)[x] = sums.sample(x, y);
  });
}

/// The sum of floats that are integers, exact in any order.
OVL_FN double sum_of_whole(const float* values, int count) {
  using Four = double __attribute__((vector_size(4 * sizeof(double))));
  Four sums{};
  int i = 0;
  for (; i + 4 <= count; i += 4)
    sums += Four{values[i], values[i + 1], values[i + 2], values[i + 3]};
  for (; i < count; ++i) sums[0] += values[i];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}
/// A block that is not marked holds 0, and keeps it.
template <class L>
OVL_LONG_FN void run_block(const SamplePass<MosaicMeans>& pass, BlockIndex block, ImageScratch&) {
  const MosaicMeans& means = pass.formula;
  const MosaicSums& sums = means.sums;
  const PlaneImage lines = sums.output(), to = pass.output();
  const MosaicAxis columns = sums.blocks.x_axis();
  const bool at_once = sums.along_y && sums.counts_whole();
  for_each_wanted_row(pass, block, [&](int first, int last, int y) {
    const int end = lesser((last + 1) * layer_tile, to.size.width);
    for (int x = first * layer_tile; x < end; ++x) {
      float& made = to.row(y)[x];
      if (made == 0) continue;
      const IntRange own = columns.range(x);
      const int count = own.last - own.first + 1;
      made = at_once ? means.mean(x, y, sum_of_whole(lines.row(y) + own.first, count))
                     : means.sample(x, y);
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

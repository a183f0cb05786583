// SPDX-License-Identifier: Apache-2.0
// Marks of a picture's components on the CPU; and the kernels of all passes over planes, for one
// instruction set.
#pragma once

#include "gpu/cpu/planes/blur_mix_rows.h"
#include "gpu/cpu/planes/color_change_rows.h"
#include "gpu/cpu/planes/inset_rows.h"
#include "gpu/cpu/planes/mix_rows.h"
#include "gpu/cpu/planes/mosaic_rows.h"
#include "gpu/cpu/planes/plane_gather_rows.h"
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

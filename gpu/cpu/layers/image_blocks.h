// SPDX-License-Identifier: Apache-2.0
// The kernels of all passes, for one instruction set.
#pragma once

#include "gpu/cpu/layers/color_block.h"
#include "gpu/cpu/layers/convolve_block.h"
#include "gpu/cpu/layers/distance_block.h"
#include "gpu/cpu/layers/gather_block.h"
#include "gpu/cpu/layers/mark_tiles.h"
#include "gpu/cpu/layers/pixel_block.h"
#include "gpu/cpu/layers/point_block.h"
#include "gpu/cpu/layers/pyramid_block.h"
#include "gpu/cpu/layers/spectral_block.h"

namespace overlace {

/// Makes a block of a pass's output.
template <class L, class Pass>
OVL_FN void make_block(const Pass& pass, const BlockTiles& tiles, ImageScratch& scratch) {
  if (mark_tiles<L>(pass, tiles)) run_block<L>(pass, tiles, scratch);
}
template <class L, class Formula>
OVL_FN void make_block(const PointPass<Formula>& pass, const BlockTiles& tiles, ImageScratch&) {
  for (int row = tiles.rows.first; row <= tiles.rows.last; ++row)
    for (int column = tiles.columns.first; column <= tiles.columns.last; ++column)
      make_tile<L>(pass, column, row);
}

/// A kernel as the back-end calls it.
template <class L, class Pass>
void run_block_with(const Pass& pass, BlockIndex block, ImageScratch& scratch) {
  make_block<L>(pass, tiles_in(pass, block), scratch);
}
/// Fills a table with the kernels of an instruction set.
template <class L, class... Passes>
OVL_FN void set_image_kernels(ImageKernels& kernels, PassList<Passes...>) {
  ((static_cast<ImageKernel<Passes>&>(kernels).run = run_block_with<L, Passes>), ...);
}

}  // namespace overlace

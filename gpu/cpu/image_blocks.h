// SPDX-License-Identifier: Apache-2.0
// The kernels of all passes, for one instruction set.
#pragma once

#include "gpu/cpu/convolve_block.h"
#include "gpu/cpu/pyramid_block.h"

namespace overlace {

/// A kernel as the back-end calls it.
template <class L, class Pass>
void run_block_with(const Pass& pass, BlockIndex block, ImageScratch& scratch) {
  const BlockTiles tiles = tiles_in(pass, block);
  if (mark_tiles(pass, tiles)) run_block<L>(pass, tiles, scratch);
}
/// Fills a table with the kernels of an instruction set.
template <class L, class... Passes>
OVL_FN void set_image_kernels(ImageKernels& kernels, PassList<Passes...>) {
  ((static_cast<ImageKernel<Passes>&>(kernels).run = run_block_with<L, Passes>), ...);
}

}  // namespace overlace

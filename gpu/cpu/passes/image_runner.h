// SPDX-License-Identifier: Apache-2.0
// Runs the passes of effects on this machine's cores.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "gpu/cpu/passes/image_kernels.h"
#include "gpu/cpu/passes/pass_blocks.h"
#include "gpu/host/workers.h"
#include "gpu/replay.h"

namespace overlace {

/// Whether a pass makes only the marked tiles of a plane. All passes over planes do, except those
/// that set the marks.
template <class Pass>
inline constexpr bool makes_wanted_tiles = requires(const Pass& pass) {
  pass.output().marks(0);
}
&&Pass::block.columns != whole_row.columns;

/// Runs each pass on all workers, to its end before the next begins. Serves one thread at a time.
class ImageRunner {
 public:
  /// `workers` are borrowed. Throws Error(unavailable) when this machine lacks the instruction set.
  ImageRunner(Workers& workers, SimdLevel simd);

  template <class Pass>
  void run(const Pass& pass) {
    run_rows(pass, {0, pass.output().rows() - 1});
  }
  /// Makes only some rows of tiles of the output: those of whole blocks.
  template <class Pass>
  void run_rows(const Pass& pass, IntRange rows) {
    if (!pass.is_active()) return;
    find_blocks(pass, rows);
    const RunBlock<Pass> run_block = static_cast<const ImageKernel<Pass>&>(kernels_).run;
    workers_.for_each(blocks_.size(), [&, run_block](std::size_t i, int worker) {
      run_block(pass, blocks_[i], scratch_[static_cast<std::size_t>(worker)]);
    });
  }

 private:
  /// Finds the blocks in some rows of tiles that a pass has to make: all, or on planes those with a
  /// wanted tile.
  template <class Pass>
  void find_blocks(const Pass& pass, IntRange rows) {
    blocks_.clear();
    const Size count = blocks_of(pass);
    for (int row = 0; row < count.height; ++row) {
      const BlockTiles tiles = whole_row_of(pass, row);
      if (tiles.rows.last < rows.first || tiles.rows.first > rows.last) continue;
      if (!any_mark(pass, tiles)) continue;
      for (int column = 0; column < count.width; ++column)
        if (any_mark(pass, tiles_in(pass, {column, row}))) blocks_.push_back({column, row});
    }
  }
  template <class Pass>
  static BlockTiles whole_row_of(const Pass& pass, int row) {
    return {{0, pass.output().columns() - 1}, tiles_in(pass, {0, row}).rows};
  }
  template <class Pass>
  static bool any_mark(const Pass& pass, const BlockTiles& tiles) {
    if constexpr (!makes_wanted_tiles<Pass>) {
      return true;
    } else {
      const auto& to = pass.output();
      std::uint8_t any = 0;
      for (int row = tiles.rows.first; row <= tiles.rows.last; ++row)
        for (const std::uint8_t mark :
             std::span(to.marks(row) + tiles.columns.first, to.marks(row) + tiles.columns.last + 1))
          any |= mark;
      return any != 0;
    }
  }

  Workers& workers_;
  ImageKernels kernels_;
  std::vector<ImageScratch> scratch_;  ///< by worker
  std::vector<BlockIndex> blocks_;     ///< of the current pass
};

}  // namespace overlace

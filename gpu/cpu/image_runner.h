// SPDX-License-Identifier: Apache-2.0
// Runs the passes of effects on this machine's cores.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "gpu/cpu/image_kernels.h"
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
  static constexpr bool halves_twice = true;  ///< makes a HalveTwicePass

  /// `workers` are borrowed. Throws Error(unavailable) when this machine lacks the instruction set.
  ImageRunner(Workers& workers, SimdLevel simd);

  template <class Pass>
  void run(const Pass& pass) {
    if (!pass.is_active()) return;
    const auto& to = pass.output();
    const int across = (to.columns() + Pass::block.columns - 1) / Pass::block.columns;
    const int down = (to.rows() + Pass::block.rows - 1) / Pass::block.rows;
    find_blocks<Pass>(to, {across, down});
    const RunBlock<Pass> run_block = static_cast<const ImageKernel<Pass>&>(kernels_).run;
    workers_.for_each(blocks_.size(), [&, run_block](std::size_t i, int worker) {
      run_block(pass, blocks_[i], scratch_[static_cast<std::size_t>(worker)]);
    });
  }

 private:
  /// Finds the blocks that a pass has to make: all, or on planes those with a wanted tile.
  template <class Pass, class Output>
  void find_blocks(const Output& to, Size count) {
    blocks_.clear();
    for (int row = 0; row < count.height; ++row)
      for (int column = 0; column < count.width; ++column)
        if (makes<Pass>(to, {column, row})) blocks_.push_back({column, row});
  }
  template <class Pass, class Output>
  static bool makes(const Output& to, BlockIndex block) {
    if constexpr (!makes_wanted_tiles<Pass>) {
      return true;
    } else {
      return any_mark(to, block, Pass::block);
    }
  }
  template <class Output>
  static bool any_mark(const Output& to, BlockIndex block, PassBlock tiles) {
    const int left = block.column * tiles.columns, top = block.row * tiles.rows;
    const int right = std::min(left + tiles.columns, to.columns());
    std::uint8_t any = 0;
    for (int row = top; row < std::min(top + tiles.rows, to.rows()); ++row)
      for (const std::uint8_t mark : std::span(to.marks(row) + left, to.marks(row) + right))
        any |= mark;
    return any != 0;
  }
  Workers& workers_;
  ImageKernels kernels_;
  std::vector<ImageScratch> scratch_;  ///< by worker
  std::vector<BlockIndex> blocks_;     ///< of the current pass
};

}  // namespace overlace

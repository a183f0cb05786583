// SPDX-License-Identifier: Apache-2.0
// Runs the passes of effects on this machine's cores.
#pragma once

#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <vector>

#include "gpu/cpu/image_kernels.h"
#include "gpu/replay.h"

namespace overlace {

/// A pass runs on all workers, and is over before the next one begins. Serves one thread at a time.
class ImageRunner {
 public:
  /// `arena` is borrowed. Throws Error(unavailable) when this machine lacks the instruction set.
  ImageRunner(tbb::task_arena& arena, SimdLevel simd);

  template <class Pass>
  void run(const Pass& pass) {
    if (!pass.is_active()) return;
    const auto& to = pass.output();
    const int across = (to.columns() + Pass::block.columns - 1) / Pass::block.columns;
    const int down = (to.rows() + Pass::block.rows - 1) / Pass::block.rows;
    const RunBlock<Pass> run_block = static_cast<const ImageKernel<Pass>&>(kernels_).run;
    arena_.execute([&] {
      tbb::parallel_for(0, across * down, [&](int i) {
        run_block(pass, {i % across, i / across}, scratch());
      });
    });
  }

 private:
  [[nodiscard]] ImageScratch& scratch() {
    return scratch_[static_cast<std::size_t>(tbb::this_task_arena::current_thread_index())];
  }

  tbb::task_arena& arena_;
  ImageKernels kernels_;
  std::vector<ImageScratch> scratch_;  ///< by worker
};

}  // namespace overlace

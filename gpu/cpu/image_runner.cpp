// SPDX-License-Identifier: Apache-2.0
// The kernels and the memory of image passes.
#include "gpu/cpu/image_runner.h"

#include <tbb/parallel_for.h>

#include "gpu/cpu/kernel_choice.h"

namespace overlace {

ImageRunner::ImageRunner(tbb::task_arena& arena, SimdLevel simd)
    : arena_(arena),
      kernels_(image_kernels(simd)),
      scratch_(static_cast<std::size_t>(arena.max_concurrency())) {}

void ImageRunner::for_each_block(const std::function<void(BlockIndex, ImageScratch&)>& make) {
  arena_.execute([&] {
    tbb::parallel_for(std::size_t{0}, blocks_.size(), [&](std::size_t i) {
      const auto worker = static_cast<std::size_t>(tbb::this_task_arena::current_thread_index());
      make(blocks_[i], scratch_[worker]);
    });
  });
}

}  // namespace overlace

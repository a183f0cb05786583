// SPDX-License-Identifier: Apache-2.0
// The kernels of image passes, one set for each instruction set.
#pragma once

#include "gpu/cpu/passes/fused_passes.h"
#include "gpu/effects/layer_effects.h"
#include "gpu/effects/picture_effects.h"
#include "gpu/replay.h"

namespace overlace {

/// A worker's memory for a pass's inputs and intermediate results.
struct ImageScratch {
  static constexpr int size = 136 * 1024;
  alignas(64) float samples[size];
};

/// A block of tiles, whose first column is `column` x Pass::block.columns; rows likewise.
struct BlockIndex {
  int column, row;
};
/// Makes a block of a pass's output.
template <class Pass>
using RunBlock = void (*)(const Pass&, BlockIndex block, ImageScratch&);

template <class Pass>
struct ImageKernel {
  RunBlock<Pass> run = nullptr;
};
/// A kernel for each pass.
template <class List>
struct ImageKernelsOf;
template <class... Passes>
struct ImageKernelsOf<PassList<Passes...>> : ImageKernel<Passes>... {};
struct ImageKernels : ImageKernelsOf<ImagePasses>, ImageKernelsOf<CpuPlanePasses> {};

/// The kernels of a level. Throws Error(unavailable) when this machine lacks it.
[[nodiscard]] ImageKernels image_kernels(SimdLevel level);

void set_image_kernels_scalar(ImageKernels& kernels);
void set_image_kernels_avx2(ImageKernels& kernels);
void set_image_kernels_avx512(ImageKernels& kernels);

}  // namespace overlace

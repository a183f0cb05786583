// SPDX-License-Identifier: Apache-2.0
// The kernels of image passes, one set for each instruction set.
#pragma once

#include "gpu/effects/passes.h"

namespace overlace {

/// A worker's memory for what a pass reads and makes on the way.
struct ImageScratch {
  static constexpr int row_samples = 1536;  ///< of a row laid out as floats
  static constexpr int double_row = 768;    ///< where in a row its doubled form goes
  static constexpr int rows = 10;           ///< a band of 64 px with its halo, two tiles wide
  alignas(64) float samples[rows * row_samples];
};

/// Makes a band of a pass's output.
template <class Pass>
using RunBand = void (*)(const Pass&, int band, ImageScratch&);

template <class Pass>
struct ImageKernel {
  RunBand<Pass> run = nullptr;
};
/// A kernel for each pass.
template <class List>
struct ImageKernelsOf;
template <class... Passes>
struct ImageKernelsOf<PassList<Passes...>> : ImageKernel<Passes>... {};
using ImageKernels = ImageKernelsOf<ImagePasses>;

void set_image_kernels_scalar(ImageKernels& kernels);
void set_image_kernels_avx2(ImageKernels& kernels);
void set_image_kernels_avx512(ImageKernels& kernels);

}  // namespace overlace

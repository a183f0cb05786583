// SPDX-License-Identifier: Apache-2.0
// One set of image kernels for each instruction set that was compiled.
#include "gpu/cpu/passes/image_kernels.h"

#include "gpu/host/simd.h"

namespace overlace {

ImageKernels image_kernels(SimdLevel level) {
  [[maybe_unused]] const SimdLevel wanted = usable_simd(level);
  ImageKernels kernels;
  set_image_kernels_scalar(kernels);
#if defined(OVERLACE_X86)
  if (wanted == SimdLevel::avx2) set_image_kernels_avx2(kernels);
  if (wanted == SimdLevel::avx512) set_image_kernels_avx512(kernels);
#endif
  return kernels;
}

}  // namespace overlace

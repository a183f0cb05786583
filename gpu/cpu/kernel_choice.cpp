// SPDX-License-Identifier: Apache-2.0
// One set of kernels for each instruction set that was compiled.
#include "gpu/cpu/kernel_choice.h"

#include "gpu/host/simd.h"

namespace overlace {

PaintTile tile_kernel(SimdLevel level) {
  [[maybe_unused]] const SimdLevel wanted = usable_simd(level);
#if defined(OVERLACE_X86)
  if (wanted == SimdLevel::avx512) return paint_tile_avx512;
  if (wanted == SimdLevel::avx2) return paint_tile_avx2;
#endif
  return paint_tile_scalar;
}

PaintOwners owner_kernel(SimdLevel level) {
  [[maybe_unused]] const SimdLevel wanted = usable_simd(level);
#if defined(OVERLACE_X86)
  if (wanted == SimdLevel::avx512) return paint_owners_avx512;
  if (wanted == SimdLevel::avx2) return paint_owners_avx2;
#endif
  return paint_owners_scalar;
}

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

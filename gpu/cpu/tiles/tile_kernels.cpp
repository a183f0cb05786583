// SPDX-License-Identifier: Apache-2.0
// One set of tile kernels for each instruction set that was compiled.
#include "gpu/cpu/tiles/tile_kernels.h"

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

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The kernels of image passes for AVX2.
#include "gpu/cpu/lanes/lanes_avx2.h"
#include "gpu/cpu/layers/image_blocks.h"
#include "gpu/cpu/planes/picture_rows.h"

namespace overlace {

void set_image_kernels_avx2(ImageKernels& kernels) {
  set_image_kernels<lanes_avx2::Lanes>(kernels, ImagePasses{});
  set_plane_kernels<lanes_avx2::Lanes>(kernels, CpuPlanePasses{});
}

}  // namespace overlace

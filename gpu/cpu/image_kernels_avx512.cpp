// SPDX-License-Identifier: Apache-2.0
// The kernels of image passes for AVX-512.
#include "gpu/cpu/lanes/lanes_avx512.h"
#include "gpu/cpu/layers/image_blocks.h"
#include "gpu/cpu/planes/picture_rows.h"

namespace overlace {

void set_image_kernels_avx512(ImageKernels& kernels) {
  set_image_kernels<lanes_avx512::Lanes>(kernels, ImagePasses{});
  set_plane_kernels<lanes_avx512::Lanes>(kernels, CpuPlanePasses{});
}

}  // namespace overlace

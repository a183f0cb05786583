// SPDX-License-Identifier: Apache-2.0
// The kernels of image passes for any machine.
#include "gpu/cpu/lanes/lanes_scalar.h"
#include "gpu/cpu/layers/image_blocks.h"
#include "gpu/cpu/planes/picture_rows.h"

namespace overlace {

void set_image_kernels_scalar(ImageKernels& kernels) {
  set_image_kernels<lanes_scalar::Lanes>(kernels, ImagePasses{});
  set_plane_kernels<lanes_scalar::Lanes>(kernels, CpuPlanePasses{});
}

}  // namespace overlace

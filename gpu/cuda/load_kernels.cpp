// SPDX-License-Identifier: Apache-2.0
// Loads from the files of kernels, one after another.
#include "gpu/cuda/load_kernels.h"

namespace overlace::cuda {

void load_kernels() {
  load_item_kernels();
  load_link_kernels();
  load_paint_kernels();
  load_paint_video8_kernels();
  load_paint_video16_kernels();
}

}  // namespace overlace::cuda

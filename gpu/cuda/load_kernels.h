// SPDX-License-Identifier: Apache-2.0
// Makes a GPU take the kernels before there is a frame to draw.
#pragma once

namespace overlace::cuda {

/// Loads one kernel of each of the files below on the current device, which machine code or a
/// compiler in the driver must have made for it: that they cannot be had is known here, not in the
/// first frame. Throws as check().
void load_kernels();

// Each in gpu/cuda/kernels_*.cu; for load_kernels() alone.
void load_item_kernels();
void load_link_kernels();
void load_paint_kernels();
void load_paint_video8_kernels();
void load_paint_video16_kernels();

}  // namespace overlace::cuda

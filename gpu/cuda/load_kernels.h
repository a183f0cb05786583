// SPDX-License-Identifier: Apache-2.0
// Makes a GPU load kernels before there is a frame to draw.
#pragma once

namespace overlace::cuda {

/// Loads one kernel of each of the files below on the current device, from machine code in this
/// build or compiled by the driver: if that is impossible, it shows here and not in the first
/// frame. Throws what check() throws.
void load_kernels();

// Each in gpu/cuda/kernels_*.cu; for load_kernels() alone.
void load_item_kernels();
void load_link_kernels();
void load_paint_kernels();
void load_paint_video8_kernels();
void load_paint_video16_kernels();

}  // namespace overlace::cuda

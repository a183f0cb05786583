// SPDX-License-Identifier: Apache-2.0
// Frames that may lie in device memory: their layout and size.
#pragma once

#include "graph/core/vec.h"
#include "io/av/av.h"

namespace overlace {

/// True for a frame whose planes are in device memory.
[[nodiscard]] bool on_cuda(const AVFrame& frame);
/// NV12 or P010: the layout of a CUDA frame's planes. Precondition: on_cuda(frame).
[[nodiscard]] AVPixelFormat cuda_layout(const AVFrame& frame);
/// The format that software decoding would have produced: for a CUDA frame the planar equal of its
/// layout, for any other frame its own format.
[[nodiscard]] AVPixelFormat software_format(const AVFrame& frame);

/// Size without the crop on the left and top; libav has already cropped right and bottom.
[[nodiscard]] Size visible_size(const AVFrame& frame);

}  // namespace overlace

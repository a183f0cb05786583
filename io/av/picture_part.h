// SPDX-License-Identifier: Apache-2.0
// A part of a picture of libav's.
#pragma once

#include "graph/core/pixel_rect.h"
#include "io/av/av_handles.h"

namespace overlace {

/// A part of a picture, which shares its samples and lies within it; an empty one is all of it.
/// Where chroma is subsampled, it begins at an even pixel and row. Throws Error(out_of_memory).
[[nodiscard]] FramePtr part_of(const AVFrame& picture, const PixelRect& part);

}  // namespace overlace

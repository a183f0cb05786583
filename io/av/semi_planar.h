// SPDX-License-Identifier: Apache-2.0
// The two memory layouts of 4:2:0 video: separate chroma planes, as software decodes, and one plane
// of interleaved pairs, as hardware does. Conversion is exact in both directions.
#pragma once

#include "io/av/av.h"

namespace overlace {

/// NV12 for 8-bit, P010 for 10-bit 4:2:0 of either layout; AV_PIX_FMT_NONE for all other formats.
[[nodiscard]] AVPixelFormat semi_planar_equal(AVPixelFormat format);
/// yuv420p for NV12, yuv420p10 for P010; AV_PIX_FMT_NONE for all other formats.
[[nodiscard]] AVPixelFormat planar_equal(AVPixelFormat format);

/// Copies an NV12 or P010 picture into a planar one of the same size and depth.
void split_chroma(const AVFrame& pairs, AVFrame& planes);
/// Copies a planar picture into an NV12 or P010 one of the same size and depth.
void join_chroma(const AVFrame& planes, AVFrame& pairs);

}  // namespace overlace

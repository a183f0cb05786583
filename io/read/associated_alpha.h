// SPDX-License-Identifier: Apache-2.0
// Pictures whose file says that their colour is multiplied by alpha, which libav does not read.
#pragma once

#include "io/av/av.h"

namespace overlace {

/// Marks the packet of a TIFF picture with associated alpha (ExtraSamples 1). Decoders pass the
/// mark on to the frame.
void mark_associated_alpha(AVPacket& packet, AVCodecID codec);

/// The frame itself, or a copy with straight colour, as all pictures of up to 16 bits have it here,
/// if it is marked.
[[nodiscard]] FramePtr with_straight_alpha(FramePtr frame);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Black frames in the place of numbered pictures that are missing.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "io/read/frame_decoder.h"

namespace overlace {

/// Tells whether the packet stamped so stands for a missing picture.
using IsStandIn = std::function<bool(std::int64_t stamp)>;

/// Decodes as `decoder` does, and blanks the frames of stand-ins: R'G'B', alpha and all channels
/// that an OpenEXR plate has beside are 0, Y'CbCr is black. They keep size, format and attributes
/// of the picture that stood in, so that a sequence stays of one kind.
[[nodiscard]] std::unique_ptr<FrameDecoder> blank_stand_ins(std::unique_ptr<FrameDecoder> decoder,
                                                            IsStandIn is_stand_in);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Black frames in place of missing numbered pictures.
#pragma once

#include <memory>

#include "io/frames/frame_decoder.h"
#include "io/read/image_files.h"

namespace overlace {

/// Wraps `decoder`, and blanks the frames of packets that stand in for missing ones of `pictures`,
/// which must outlive it: R'G'B', alpha and all other channels of an OpenEXR plate become 0, Y'CbCr
/// becomes black. They keep the stand-in's size, format and attributes, so that a sequence stays of
/// one kind.
[[nodiscard]] std::unique_ptr<FrameDecoder> blank_stand_ins(std::unique_ptr<FrameDecoder> decoder,
                                                            const ImageFiles& pictures);

}  // namespace overlace

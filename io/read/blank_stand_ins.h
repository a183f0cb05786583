// SPDX-License-Identifier: Apache-2.0
// Black frames in the place of numbered pictures that are missing.
#pragma once

#include <memory>

#include "io/read/frame_decoder.h"
#include "io/read/image_files.h"

namespace overlace {

/// Decodes as `decoder` does, and blanks the frames of packets that stand in for missing ones of
/// `pictures`, which must outlive it: R'G'B', alpha and all channels that an OpenEXR plate has
/// beside are 0, Y'CbCr is black. They keep size, format and attributes of the picture that stood
/// in, so that a sequence stays of one kind.
[[nodiscard]] std::unique_ptr<FrameDecoder> blank_stand_ins(std::unique_ptr<FrameDecoder> decoder,
                                                            const ImageFiles& pictures);

}  // namespace overlace

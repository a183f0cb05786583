// SPDX-License-Identifier: Apache-2.0
// The orientation that a picture file states in Exif or TIFF tags, where libav does not read it.
#pragma once

#include "io/av/av.h"

namespace overlace {

/// Attaches the orientation that a PNG (chunk eXIf), TIFF (tag 274) or WebP (chunk EXIF) picture
/// states to its packet as a display matrix, which decoders pass on to the frame, as they do with
/// that of a JPEG or of an H.264 picture. Does nothing for other codecs and where none is stated.
void attach_orientation(AVPacket& packet, AVCodecID codec);

}  // namespace overlace

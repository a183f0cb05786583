// SPDX-License-Identifier: Apache-2.0
// What our EXR files say beside their pixels.
#pragma once

#include <ImfCompression.h>
#include <ImfHeader.h>

#include "graph/data/image.h"
#include "io/exr/exr_plate.h"
#include "io/frames/still_encoder.h"

namespace overlace {

/// OpenEXR's name for a compression.
[[nodiscard]] Imf::Compression compression_of(ExrCompression compression);

/// A header without channels, whose data window is still the display window: that of `plate` with
/// its attributes, if any (an overlay alone lies where its plate does), else the whole picture.
/// Sets primaries, rate, time code, number and StillOptions::attributes.
[[nodiscard]] Imf::Header exr_header(Size size, const ColorSpec& color, const StillOptions& options,
                                     const StillFacts& facts, const ExrPlate* plate);

/// A window in the picture's coordinates, converted to the file's: offset by the origin of the
/// display window.
[[nodiscard]] Imath::Box2i in_file(const Imath::Box2i& window, const Imf::Header& header);

/// A window in the file's coordinates, converted to the picture's.
[[nodiscard]] Imath::Box2i in_picture(const Imath::Box2i& window, const Imf::Header& header);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// What an EXR file of ours says beside its pixels.
#pragma once

#include <ImfCompression.h>
#include <ImfHeader.h>

#include "graph/data/image.h"
#include "io/exr/exr_plate.h"
#include "io/write/still.h"

namespace overlace {

/// OpenEXR's name for it.
[[nodiscard]] Imf::Compression compression_of(ExrCompression compression);

/// A header without channels, whose data window is still the display window: that of `plate` with
/// its attributes, where there is one (an overlay alone lies where its plate does), else the whole
/// picture. Primaries, rate, time code, number and StillOptions::attributes are set.
[[nodiscard]] Imf::Header exr_header(Size size, const ColorSpec& color, const StillOptions& options,
                                     const StillFacts& facts, const ExrPlate* plate);

/// A window of the picture as a window of the file: from where the display window begins.
[[nodiscard]] Imath::Box2i in_file(const Imath::Box2i& window, const Imf::Header& header);

/// A window of the file as a window of the picture.
[[nodiscard]] Imath::Box2i in_picture(const Imath::Box2i& window, const Imf::Header& header);

}  // namespace overlace

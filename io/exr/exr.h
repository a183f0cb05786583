// SPDX-License-Identifier: Apache-2.0
// OpenEXR pictures, for compositing.
#pragma once

#include <memory>

#include "io/frames/still_encoder.h"

namespace overlace {

/// Half floats, or 32-bit floats if the options say so: R, G, B and, where the picture has it, A,
/// by which colour is premultiplied. The data window is the non-empty part of a picture with alpha;
/// primaries, frame rate, time code, number and pixel aspect are attributes. A picture that was
/// read from an EXR file, unless it is an overlay alone, is written with everything that the file
/// had: unchanged samples keep their bits, and the data window grows to include what was painted
/// outside it.
///
/// Layers are channels "NAME.R", "NAME.G", "NAME.B" and "NAME.A" in the same data window; the
/// attribute "overlace/layers" lists the names, separated by commas. In parts, "RGBA" and one named
/// after each layer, each has its own data window. StillFacts::aovs are 32-bit channels beside R,
/// G, B and A. A plate that already has a channel of such a name is refused: Error(usage).
[[nodiscard]] std::unique_ptr<StillEncoder> make_exr_encoder(const StillOptions& options);

}  // namespace overlace

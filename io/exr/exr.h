// SPDX-License-Identifier: Apache-2.0
// OpenEXR pictures, for compositing.
#pragma once

#include <memory>

#include "io/write/still.h"

namespace overlace {

/// Half floats, or whole ones if the options say so: R, G, B and, where the picture has it, A,
/// which colour is premultiplied by. The data window is the part of a picture with alpha that is
/// not empty; primaries, frame rate, time code, number and pixel aspect are attributes. A picture
/// that was read from an EXR file, and is no overlay alone, is written with all that the file had:
/// samples that still are what they were keep their bits, and the data window grows to what was
/// painted outside of it.
///
/// Layers are channels "NAME.R", "NAME.G", "NAME.B" and "NAME.A" in the same data window; the
/// attribute "overlace/layers" has the names with commas. In parts, "RGBA" and one named after each
/// layer, every one has a data window of its own. StillFacts::aovs are 32-bit channels beside R, G,
/// B and A. A plate that has a channel of such a name already is refused: Error(usage).
[[nodiscard]] std::unique_ptr<StillEncoder> make_exr_encoder(const StillOptions& options);

}  // namespace overlace

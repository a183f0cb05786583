// SPDX-License-Identifier: Apache-2.0
// OpenEXR pictures, for compositing.
#pragma once

#include <memory>

#include "io/write/layers.h"
#include "io/write/still.h"

namespace overlace {

/// Half floats, or whole ones if the options say so: R, G, B and, where the picture has it, A,
/// which colour is premultiplied by. The data window is the part of a picture with alpha that is
/// not empty; primaries, frame rate, time code, number and pixel aspect are attributes. A picture
/// that was read from an EXR file is written as write_exr() does. StillFacts::aovs are 32-bit
/// channels in the same data window.
[[nodiscard]] std::unique_ptr<StillEncoder> make_exr_encoder(const StillOptions& options);

/// Layers as half floats, or as the options say: channels "NAME.R", "NAME.G", "NAME.B" and "NAME.A"
/// beside R, G, B and A, which hold one over the other as the file has them, in a common data
/// window; the attribute "overlace/layers" has the names in paint order, with commas. In parts,
/// "RGBA" and one named after each layer, every one has a data window of its own. StillFacts::aovs
/// stand beside R, G, B and A, which readers of one part see.
[[nodiscard]] std::unique_ptr<LayerEncoder> make_exr_layer_encoder(const StillOptions& options,
                                                                   const LayerOptions& layers);

}  // namespace overlace

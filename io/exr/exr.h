// SPDX-License-Identifier: Apache-2.0
// OpenEXR pictures, for compositing.
#pragma once

#include "io/write/still.h"

namespace overlace {

/// Half floats, R, G, B and, where the picture has it, A, which colour is premultiplied by. The
/// data window is the part of a picture with alpha that is not empty; primaries, frame rate, time
/// code, number and pixel aspect are attributes. A picture that was read from an EXR file is
/// written as write_exr() does.
[[nodiscard]] std::unique_ptr<StillEncoder> make_exr_encoder(const StillOptions& options);

}  // namespace overlace

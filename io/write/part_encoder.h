// SPDX-License-Identifier: Apache-2.0
// Files that hold a part of each picture.
#pragma once

#include <memory>
#include <string>

#include "graph/core/pixel_rect.h"
#include "io/frames/still_encoder.h"

namespace overlace {

/// As make_still_encoder, for a part of pictures, which lies within them: its pixels are those that
/// the whole picture has there. Throws Error(usage) for extensions other than .png, .tif and .tiff.
[[nodiscard]] std::unique_ptr<StillEncoder> make_part_encoder(const std::string& path,
                                                              const StillOptions& options,
                                                              const PixelRect& part);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The pixel formats of the C interface.
#pragma once

#include <cstdint>
#include <optional>

#include "graph/data/image.h"

namespace overlace::api {

/// How samples of an ovl_format lie in memory; nothing for a number that is none.
[[nodiscard]] std::optional<PixelFormat> pixel_format(std::uint32_t format);

}  // namespace overlace::api

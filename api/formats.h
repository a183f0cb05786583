// SPDX-License-Identifier: Apache-2.0
// The pixel formats of the C interface.
#pragma once

#include <cstdint>
#include <optional>

#include "graph/data/image.h"

namespace overlace::api {

/// How the samples of an ovl_format are laid out in memory; nothing for an unknown number.
[[nodiscard]] std::optional<PixelFormat> pixel_format(std::uint32_t format);

}  // namespace overlace::api

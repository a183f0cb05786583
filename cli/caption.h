// SPDX-License-Identifier: Apache-2.0
// Words between the pictures of a sheet.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "graph/core/time.h"
#include "render/session.h"

namespace overlace {

/// Packed 8-bit R'G'B': a text on the sheet's background, in letters `height` px high.
[[nodiscard]] std::vector<std::uint8_t> caption_picture(const std::string& text, Size size,
                                                        double height, const Device& device);

}  // namespace overlace

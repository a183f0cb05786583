// SPDX-License-Identifier: Apache-2.0
// PNG's statement of what code values mean, which libav does not write.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/data/image.h"

namespace overlace {

/// Whether R'G'B' code values in `color` look wrong where they are taken for sRGB: HDR, BT.2020.
[[nodiscard]] bool needs_color_tag(const ColorSpec& color);

/// Adds the chunk cICP (PNG 3rd edition, 11.3.2.6) to a PNG file if its colours need it.
void state_color(std::vector<std::byte>& png, const ColorSpec& color);

}  // namespace overlace

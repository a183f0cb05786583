// SPDX-License-Identifier: Apache-2.0
// Picture sizes as typed.
#pragma once

#include <string>

#include "graph/core/vec.h"

namespace overlace {

/// "1920x1080" as a size, px; each side is 1 to 65536. Throws Error(usage).
[[nodiscard]] Size parse_size(const std::string& text);

}  // namespace overlace

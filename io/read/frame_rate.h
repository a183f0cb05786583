// SPDX-License-Identifier: Apache-2.0
// Frame rates as people write them.
#pragma once

#include <string>

#include "graph/core/time.h"

namespace overlace {

/// "25", "24000/1001" or "23.976" as an exact rate: decimals close to a multiple of 1000/1001
/// become that multiple. Throws Error(usage).
[[nodiscard]] Rational parse_frame_rate(const std::string& text);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// What a CPU's caches are like.
#pragma once

namespace overlace {

inline constexpr int cache_line = 64;  ///< bytes that memory hands over at once

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Properties of CPU caches.
#pragma once

namespace overlace {

inline constexpr int cache_line = 64;  ///< bytes that memory transfers at once

}  // namespace overlace

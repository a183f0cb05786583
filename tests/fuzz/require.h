// SPDX-License-Identifier: Apache-2.0
// How a fuzzer says that something does not hold.
#pragma once

#include <cstdlib>

namespace overlace {

/// Aborts, which fuzzers report with the input, unless it holds.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// A line of a memory budget.
#pragma once

#include <cstddef>
#include <string>

namespace overlace {

/// How much of a memory one part of the work takes.
struct MemoryUse {
  std::string what;
  std::size_t bytes = 0;
  std::string note{};  ///< how the bytes add up, for people and programs; may be empty
};

}  // namespace overlace

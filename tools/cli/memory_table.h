// SPDX-License-Identifier: Apache-2.0
// A memory budget as facts and as text.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "graph/core/json.h"
#include "graph/core/memory_use.h"
#include "graph/plan/plan.h"

namespace overlace {

/// The memory that a GPU needs for the plan, frames being NV12.
[[nodiscard]] std::vector<MemoryUse> gpu_memory(const Plan& plan);

/// The parts, and the bytes of all of them.
[[nodiscard]] Json memory_facts(std::span<const MemoryUse> parts);

/// These facts as a table for people, below `title`; "" where they are null.
[[nodiscard]] std::string memory_text(const std::string& title, const Json& facts);

}  // namespace overlace

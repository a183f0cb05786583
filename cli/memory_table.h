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

/// The GPU memory that the plan needs for NV12 frames.
[[nodiscard]] std::vector<MemoryUse> gpu_memory(const Plan& plan);

/// The parts, and their total bytes.
[[nodiscard]] Json memory_facts(std::span<const MemoryUse> parts);

/// The facts as a table for people, below `title`; "" if they are null.
[[nodiscard]] std::string memory_text(const std::string& title, const Json& facts);

}  // namespace overlace

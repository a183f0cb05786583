// SPDX-License-Identifier: Apache-2.0
// What a render will take of the machine's memory, told before it begins.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/core/memory_use.h"
#include "render/frame_plan.h"

namespace overlace {

/// The parts of a render on the CPU: decoder, packets kept, frames on their way, encoder, and
/// `drawing_bytes` for what draws. An estimate of the most that is resident at once;
/// docs/running.md says how far it holds.
[[nodiscard]] std::vector<MemoryUse> render_memory(const FramePlan& plan,
                                                   std::size_t drawing_bytes);

}  // namespace overlace

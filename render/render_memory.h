// SPDX-License-Identifier: Apache-2.0
// How much host and GPU memory a render will take, estimated before it begins.
#pragma once

#include <cstddef>
#include <vector>

#include "graph/core/memory_use.h"
#include "graph/plan/plan.h"
#include "render/frame_plan.h"

namespace overlace {

/// The parts of a render on the CPU: decoder, packets kept, frames on their way, encoder, layers,
/// mattes and AOVs, and `drawing_bytes` for the drawing. Estimates the most that is resident at
/// once; docs/running.md says how accurate it is.
[[nodiscard]] std::vector<MemoryUse> render_memory(const FramePlan& plan,
                                                   std::size_t drawing_bytes);

/// The parts of a render in the memory of the GPU that draws `drawn`: its context, the surfaces of
/// NVDEC and NVENC where they are used, frames on their way, and what the drawing reserves, for
/// 8-bit 4:2:0 pictures. Calculated, not measured; what `plan` does in software takes none of it.
[[nodiscard]] std::vector<MemoryUse> gpu_render_memory(const FramePlan& plan, const Plan& drawn);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// What a plan will take of a device's memory, told before there is a device.
#pragma once

#include <vector>

#include "gpu/device/launch_shape.h"
#include "graph/core/memory_use.h"
#include "graph/data/image.h"
#include "graph/plan/plan.h"

namespace overlace {

/// What DeviceReplay reserves at its start, made from the same layouts. `picture` is the format
/// that frames are drawn in, `slots` how many are in flight at once, and `warps` what the device's
/// queue has (CudaQueue::warps). Buffers that grow during a run are not counted.
[[nodiscard]] std::vector<MemoryUse> device_budget(const Plan& plan, const PixelFormat& picture,
                                                   std::size_t slots,
                                                   std::uint32_t warps = most_busy_warps);

}  // namespace overlace

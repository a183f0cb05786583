// SPDX-License-Identifier: Apache-2.0
// How much device memory a plan needs, computed without a device.
#pragma once

#include <vector>

#include "gpu/device/launch_shape.h"
#include "graph/core/memory_use.h"
#include "graph/data/image.h"
#include "graph/plan/plan.h"

namespace overlace {

/// What DeviceReplay reserves when it is constructed, computed from the same layouts. `picture` is
/// the format that frames are drawn in, `slots` the number of frames in flight, and `warps` that of
/// the device's queue (CudaQueue::warps). Growth during a run is not counted.
[[nodiscard]] std::vector<MemoryUse> device_budget(const Plan& plan, const PixelFormat& picture,
                                                   std::size_t slots,
                                                   std::uint32_t warps = most_busy_warps);

}  // namespace overlace

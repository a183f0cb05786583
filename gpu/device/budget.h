// SPDX-License-Identifier: Apache-2.0
// What a plan will take of a device's memory, told before there is a device.
#pragma once

#include <string>
#include <vector>

#include "gpu/image.h"
#include "graph/plan.h"

namespace overlace {

/// A line of the budget.
struct MemoryUse {
  std::string what;
  std::size_t bytes = 0;
};

/// What DeviceReplay reserves at its start, made from the same layouts. `picture` is the format
/// that frames are drawn in, `slots` how many are under way at once, and `warps` what the device
/// runs at once (a large GPU: 2,200). Growing on the way is not foreseen.
[[nodiscard]] std::vector<MemoryUse> device_budget(const Plan& plan, const PixelFormat& picture,
                                                   std::size_t slots, std::uint32_t warps = 2200);

}  // namespace overlace

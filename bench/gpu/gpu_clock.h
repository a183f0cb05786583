// SPDX-License-Identifier: Apache-2.0
// How fast a GPU is.
#pragma once

#include <optional>

namespace overlace {

/// The clock of the multiprocessors, MHz, as NVML reports it; nothing if the driver has no NVML or
/// does not say.
[[nodiscard]] std::optional<int> multiprocessor_clock_mhz(int device);

}  // namespace overlace

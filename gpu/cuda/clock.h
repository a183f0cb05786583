// SPDX-License-Identifier: Apache-2.0
// How fast a GPU runs at this moment.
#pragma once

#include <optional>

namespace overlace::cuda {

/// The clock of the multiprocessors, MHz, as NVML tells it; nothing where the driver has no NVML or
/// does not say.
[[nodiscard]] std::optional<int> multiprocessor_clock_mhz(int device);

}  // namespace overlace::cuda

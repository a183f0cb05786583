// SPDX-License-Identifier: Apache-2.0
// How fast a GPU is.
#pragma once

#include <optional>

namespace overlace::cuda {

/// The clock of the multiprocessors, MHz, as NVML reports it; nothing if the driver has no NVML or
/// does not say.
[[nodiscard]] std::optional<int> multiprocessor_clock_mhz(int device);

/// The ratio of a GPU's single- to double-precision throughput: 2 on those for data centres, 64 on
/// others; nothing if the runtime does not say.
[[nodiscard]] std::optional<int> double_ratio(int device);

}  // namespace overlace::cuda

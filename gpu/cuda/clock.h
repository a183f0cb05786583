// SPDX-License-Identifier: Apache-2.0
// How fast a GPU is.
#pragma once

#include <optional>

namespace overlace::cuda {

/// The clock of the multiprocessors, MHz, as NVML tells it; nothing where the driver has no NVML or
/// does not say.
[[nodiscard]] std::optional<int> multiprocessor_clock_mhz(int device);

/// How many times more operations of single precision than of double precision a GPU does in the
/// same time: 2 on those for data centres, 64 on others; nothing where the runtime does not say.
[[nodiscard]] std::optional<int> double_ratio(int device);

}  // namespace overlace::cuda

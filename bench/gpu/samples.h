// SPDX-License-Identifier: Apache-2.0
// Device times as text, as figures, and against their targets.
#pragma once

#include <optional>
#include <string>

#include "bench/gpu/gpu_bench.h"
#include "bench/rows.h"

namespace overlace {

/// "41.3 us (least 40.9), 2 dropped".
[[nodiscard]] std::string samples_text(const TimeSamples& samples);
/// Whether the median reaches a bound, us. An unmeasured time neither reaches nor misses it.
[[nodiscard]] RowStatus judged(const TimeSamples& samples, double most_us);
/// The same without a bound.
[[nodiscard]] RowStatus measured(const TimeSamples& samples);
/// The ratio of two medians; nothing if either is unknown.
[[nodiscard]] std::optional<double> ratio(const Times& a, const Times& b);
/// The median, us; null if unknown.
[[nodiscard]] Json median_figure(const Times& us);

}  // namespace overlace

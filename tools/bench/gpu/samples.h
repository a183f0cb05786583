// SPDX-License-Identifier: Apache-2.0
// Device times as text, as figures, and judged.
#pragma once

#include <optional>
#include <string>

#include "tools/bench/gpu/gpu_bench.h"
#include "tools/bench/rows.h"

namespace overlace {

/// "41.3 us (least 40.9), 2 dropped".
[[nodiscard]] std::string samples_text(const TimeSamples& samples);
/// Whether the median reaches a bound, us. What was not measured neither reaches nor misses it.
[[nodiscard]] RowStatus judged(const TimeSamples& samples, double most_us);
/// The same where there is no bound.
[[nodiscard]] RowStatus measured(const TimeSamples& samples);
/// The quotient of two medians; nothing when either is not known.
[[nodiscard]] std::optional<double> ratio(const Times& a, const Times& b);
/// The median, us; null when it is not known.
[[nodiscard]] Json median_figure(const Times& us);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Counts and sizes as people read them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace overlace {

/// "1 clip", "2 clips"; `many` is the plural of words that do not just take an s.
[[nodiscard]] std::string count_text(std::int64_t count, std::string_view one,
                                     std::string_view many = {});

/// "12 bytes", "600.0 kB", "1.5 MB", "2.0 GB": in units of 1000.
[[nodiscard]] std::string size_text(double bytes);

}  // namespace overlace

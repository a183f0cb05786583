// SPDX-License-Identifier: Apache-2.0
// Counts and sizes as people read them.
#include "graph/core/quantity.h"

#include <fmt/format.h>

#include <array>

namespace overlace {

std::string count_text(std::int64_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string size_text(double bytes) {
  constexpr double thousand = 1000;
  constexpr std::array units{"kB", "MB", "GB"};
  if (bytes < thousand) return count_text(static_cast<std::int64_t>(bytes), "byte");
  std::size_t unit = 0;
  for (bytes /= thousand; bytes >= thousand && unit + 1 < units.size(); ++unit) bytes /= thousand;
  return fmt::format("{:.1f} {}", bytes, units[unit]);
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Points on the ground, as written in parameters.
#pragma once

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <system_error>

#include "geometry/homography.h"

namespace overlace {

/// "3.5 -12" as a point in metres; nothing unless the text is two finite numbers. The decimal
/// separator is a point whatever the host's locale.
[[nodiscard]] inline std::optional<PlanePoint> parse_ground_point(std::string_view text) {
  const auto skip_spaces = [&text] {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n\r\f\v"), text.size()));
  };
  PlanePoint point;
  for (double* const number : {&point.x, &point.y}) {
    skip_spaces();
    if (text.starts_with('+') && !text.starts_with("+-")) text.remove_prefix(1);
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *number);
    if (error != std::errc() || !std::isfinite(*number)) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  }
  skip_spaces();
  return text.empty() ? std::optional(point) : std::nullopt;
}

}  // namespace overlace

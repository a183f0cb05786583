// SPDX-License-Identifier: Apache-2.0
// Times of day for burnt-in clocks: the start given in the document plus the time in the clip. The
// machine's clock is not used.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace overlace {

/// Seconds since 1970-01-01 00:00:00 of "HH:MM:SS" (on that day) or "YYYY-MM-DD HH:MM:SS", without
/// a time zone; a T may replace the space. Throws Error(usage).
[[nodiscard]] std::int64_t parse_wall_clock(std::string_view text);

/// Throws Error(usage) if the format has directives that `append_wall_clock` does not know.
void check_wall_format(std::string_view format);

/// Appends a time as strftime does in the C locale: %Y %m %d %H %M %S %y %j %e %I %p %a %A %b %B %F
/// %T %R %%. `seconds` counts from 1970 and is rounded down. Precondition: the format is checked.
void append_wall_clock(std::string& out, std::string_view format, double seconds);

}  // namespace overlace

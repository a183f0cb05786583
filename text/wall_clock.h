// SPDX-License-Identifier: Apache-2.0
// Times of day for burnt-in clocks: a start that the document gives, and the time of the clip. The
// machine's clock has no part in it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace overlace {

/// Seconds since 1970-01-01 00:00:00 of "HH:MM:SS" (on that day) or "YYYY-MM-DD HH:MM:SS", in no
/// time zone; a T may stand for the space. Throws Error(usage).
[[nodiscard]] std::int64_t parse_wall_clock(std::string_view text);

/// Throws Error(usage) for a format with other directives than those of `append_wall_clock`.
void check_wall_format(std::string_view format);

/// Appends a moment as strftime does in the locale C: %Y %m %d %H %M %S %y %j %e %I %p %a %A %b %B
/// %F %T %R %%. `seconds` counts from 1970 and is cut to whole ones. The format must be checked.
void append_wall_clock(std::string& out, std::string_view format, double seconds);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Messages to people and programs that may have stopped reading.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "graph/core/log.h"

namespace overlace {

/// Prints and flushes. A stream that cannot be written to, for example because its reader has
/// ended, is no reason to stop the work that the message is about.
inline void tell(std::FILE* stream, std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

/// Prints "overlace: …" as a line on standard error.
void print_note(std::string_view text);
/// A sink that prints notes to the user in this way; prints nothing if `quiet`. Never empty.
[[nodiscard]] LogSink notes_to_user(bool quiet);

/// A time as "H:MM:SS", rounded to seconds: "0:01:05". Negative times count as 0.
[[nodiscard]] std::string clock_text(double seconds);

/// A text from any source, safe for one line on a terminal: control characters, which could control
/// the terminal, become question marks.
[[nodiscard]] std::string in_a_line(std::string_view text);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Messages to people and programs that may have stopped listening.
#pragma once

#include <cstdio>
#include <functional>
#include <string>
#include <string_view>

#include "graph/core/log.h"

namespace overlace {

/// Prints and flushes. A stream that cannot be written to, as when its reader has gone, is no
/// reason to end the work that the message is about.
inline void tell(std::FILE* stream, std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

/// "overlace: …" on standard error, in a line.
void print_note(std::string_view text);
/// What tells the user notes in this way; nothing where `quiet`. Never empty.
[[nodiscard]] LogSink notes_to_user(bool quiet);

/// A time as "H:MM:SS", rounded to seconds: "0:01:05". Negative ones count as 0.
[[nodiscard]] std::string clock_text(double seconds);

/// A text of any origin as it may stand in a line on a terminal: control characters, with which a
/// file could steer it, are question marks.
[[nodiscard]] std::string in_a_line(std::string_view text);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Messages to people and programs that may have stopped reading.
#pragma once

#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <string_view>

#include "graph/core/log.h"

namespace overlace {

/// Prints text as it is, and flushes. A stream that cannot be written to, for example because its
/// reader has ended, is no reason to stop the work that the text is about.
inline void write_out(std::FILE* stream, std::string_view text) noexcept {
  std::fwrite(text.data(), 1, text.size(), stream);
  std::fflush(stream);
}

/// Prints a line for people, which may contain names from anywhere: see in_a_line.
void tell(std::FILE* stream, std::string_view text);
/// Prints lines that belong together in this way, each with its line break.
void tell_lines(std::FILE* stream, std::string_view text);
/// Prints "overlace: …" as a line on standard error.
void print_note(std::string_view text);

/// Which notes on what was assumed a user wants to read.
struct NoteChoice {
  bool quiet = false;    ///< none
  bool details = false;  ///< with the lines after the first one
};
/// Prints the chosen lines of a note, each as print_note does.
void print_chosen(std::string_view note, const NoteChoice& choice);
/// A sink that does this. Never empty.
[[nodiscard]] LogSink notes_to_user(const NoteChoice& choice);

/// A time as "H:MM:SS", rounded to seconds: "0:01:05". Negative times count as 0.
[[nodiscard]] std::string clock_text(double seconds);

/// A moment as "2026-11-28 15:09:02", in local time.
[[nodiscard]] std::string moment_text(std::time_t moment);

/// A text from any source as one line that is safe on a terminal: characters that could control it,
/// or the order in which it shows others, become question marks, and bytes that are not UTF-8 are
/// written as `\xE9`.
[[nodiscard]] std::string in_a_line(std::string_view text);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Texts that cannot control a terminal.
#include "cli/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "graph/core/log.h"
#include "graph/core/utf8.h"

namespace overlace {

void tell(std::FILE* stream, std::string_view text) {
  write_out(stream, in_a_line(text) + "\n");
}

void tell_lines(std::FILE* stream, std::string_view text) {
  std::string lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines += in_a_line(text.substr(0, end)) + "\n";
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  write_out(stream, lines);
}

void print_note(std::string_view text) {
  tell(stderr, fmt::format("overlace: {}", text));
}

void print_chosen(std::string_view note, const NoteChoice& choice) {
  for (bool first = true; !note.empty() && !choice.quiet && (first || choice.details);
       first = false) {
    const std::string_view line = note.substr(0, note.find('\n'));
    if (!line.empty()) print_note(line);
    note.remove_prefix(std::min(line.size() + 1, note.size()));
  }
}

LogSink notes_to_user(const NoteChoice& choice) {
  return [choice](const std::string& note) { print_chosen(note, choice); };
}

std::string clock_text(double seconds) {
  const long s = std::lround(std::max(seconds, 0.0));
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string moment_text(std::time_t moment) {
  std::tm local{};
  std::array<char, 32> text{};
  ::localtime_r(&moment, &local);
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M:%S", &local)};
}

std::string in_a_line(std::string_view text) {
  const std::string valid = utf8_text(text);
  std::string line;
  for (std::string_view rest = valid; !rest.empty();) {
    const char32_t c = take_code_point(rest);
    append_code_point(line, controls_terminal(c) ? U'?' : c);
  }
  return line;
}

}  // namespace overlace

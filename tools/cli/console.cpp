// SPDX-License-Identifier: Apache-2.0
// Texts that cannot control a terminal.
#include "tools/cli/console.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "graph/core/log.h"

namespace overlace {

void print_note(std::string_view text) {
  tell(stderr, fmt::format("overlace: {}\n", in_a_line(text)));
}

LogSink notes_to_user(bool quiet) {
  return [quiet](const std::string& text) {
    if (!quiet) print_note(text);
  };
}

std::string clock_text(double seconds) {
  const long s = std::lround(std::max(seconds, 0.0));
  return fmt::format("{}:{:02}:{:02}", s / 3600, s / 60 % 60, s % 60);
}

std::string in_a_line(std::string_view text) {
  std::string line;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    // In UTF-8, control characters from 0x80 to 0x9F follow a byte 0xC2.
    const bool second_half = !line.empty() && line.back() == '\xC2' && byte < 0xA0;
    if (second_half) line.pop_back();
    line += second_half || byte < 0x20 || byte == 0x7F ? '?' : c;
  }
  return line;
}

}  // namespace overlace

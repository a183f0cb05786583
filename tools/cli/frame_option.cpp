// SPDX-License-Identifier: Apache-2.0
// Frame numbers as typed.
#include "tools/cli/frame_option.h"

#include <fmt/format.h>

#include <charconv>

namespace overlace {
namespace {

std::optional<std::int32_t> parse_frame(const std::string& text) {
  if (text == "middle") return std::nullopt;
  std::int32_t number = -1;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc{} || rest != end || number < 0)
    throw Error(ErrorCode::usage, fmt::format("'{}' is no frame number", text),
                "frames count from 0; 'middle' works too");
  return number;
}

}  // namespace

void add_frame_option(const Command& command, std::optional<std::int32_t>& frame,
                      const std::string& shown) {
  command.parsed("-n,--frame", frame, parse_frame, "Frame number from 0, or 'middle'", shown);
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Splits a line of text into fields.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// The separator between fields. A run of blanks is one separator; each of the others is one.
enum class Separator : char { blanks = ' ', comma = ',', semicolon = ';', tab = '\t' };

/// Splits lines and reuses its memory. A field in double quotes may hold separators, and quotes as
/// pairs (RFC 4180); it cannot span lines.
class FieldSplitter {
 public:
  /// The fields of a line, without surrounding blanks; valid until the next call. An unclosed quote
  /// ends with the line.
  std::span<const std::string_view> split(std::string_view line, Separator separator);

 private:
  std::string_view quoted(std::string_view& rest);

  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;
};

/// The most frequent separator in a heading; blanks when none occurs.
[[nodiscard]] Separator separator_of(std::string_view heading);

}  // namespace overlace

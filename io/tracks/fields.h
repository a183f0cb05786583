// SPDX-License-Identifier: Apache-2.0
// Splits a line of text into fields.
#pragma once

#include <deque>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace overlace {

/// What stands between fields. Any run of blanks is one separator; of the others each is.
enum class Separator : char { blanks = ' ', comma = ',', semicolon = ';', tab = '\t' };

/// Splits lines one after another and reuses its memory. A field in double quotes may hold
/// separators, and a quote as two (RFC 4180); it cannot hold a line end.
class FieldSplitter {
 public:
  /// The fields of a line, which live until the next call, without blanks around them. A quote that
  /// is not closed ends with the line.
  std::span<const std::string_view> split(std::string_view line, Separator separator);

 private:
  std::string_view quoted(std::string_view& rest);

  std::vector<std::string_view> fields_;
  std::deque<std::string> unescaped_;
};

/// The separator that occurs most often in a heading; blanks when none does.
[[nodiscard]] Separator separator_of(std::string_view heading);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Lines of numbers: one parser for all text formats that consist of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace overlace {

/// A number as written. `whole` is exact for integers of up to 64 bits, if `is_whole`.
struct ParsedNumber {
  double value = 0;
  std::int64_t whole = 0;
  bool is_whole = false;
};

inline constexpr std::size_t max_fields = 24;

/// The fields of one line. Missing fields ("1,,3") are NaN.
struct NumberLine {
  std::array<ParsedNumber, max_fields> field;
  std::size_t count = 0;  ///< fields on the line; those past max_fields are counted, not kept
};

enum class LineKind : std::uint8_t { numbers, blank, comment, words };

/// Splits at commas, semicolons or blanks, in any mixture; a separator at the end is ignored. "#",
/// "%" and "//" begin a comment line. Decimal numbers with an exponent, nan and inf are numbers;
/// anything else makes the line words.
LineKind parse_numbers(std::string_view line, NumberLine& out);

/// A text that is one number, with optional blanks around it.
[[nodiscard]] std::optional<ParsedNumber> parse_field(std::string_view text);
/// The same for a value; nothing for a name made of digits, such as "007".
[[nodiscard]] std::optional<ParsedNumber> plain_number(std::string_view text);

}  // namespace overlace

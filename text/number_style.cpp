// SPDX-License-Identifier: Apache-2.0
// Separators are inserted from the end of the integer part.
#include "text/number_style.h"

#include <algorithm>
#include <string_view>

namespace overlace {
namespace {

struct Marks {
  std::string_view thousands, decimal;
};
constexpr Marks marks_of(NumberStyle style) {
  switch (style) {
    case NumberStyle::plain:
      break;
    case NumberStyle::comma_point:
      return {",", "."};
    case NumberStyle::point_comma:
      return {".", ","};
    case NumberStyle::space_comma:
      return {"\u202F", ","};
    case NumberStyle::apostrophe:
      return {"\u2019", "."};
    case NumberStyle::comma:
      return {"", ","};
  }
  return {"", "."};
}

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace

void apply_number_style(NumberStyle style, std::string& out, std::size_t begin) {
  if (style == NumberStyle::plain) return;
  const Marks marks = marks_of(style);
  const auto first =
      std::find_if(out.begin() + static_cast<std::ptrdiff_t>(begin), out.end(), is_digit);
  const auto last = std::find_if_not(first, out.end(), is_digit);
  const auto whole = static_cast<std::size_t>(first - out.begin());
  const auto end = static_cast<std::size_t>(last - out.begin());
  if (whole == end) return;  // inf, nan
  if (end < out.size() && out[end] == '.') out.replace(end, 1, marks.decimal);
  const bool is_padded = out[whole] == '0';  // such as 00020, like a counter's display
  if (is_padded) return;
  for (std::size_t at = end; at > whole + 3;) out.insert(at -= 3, marks.thousands);
}

}  // namespace overlace

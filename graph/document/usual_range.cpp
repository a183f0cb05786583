// SPDX-License-Identifier: Apache-2.0
// Ends are 1, 2 or 5 times a power of ten, or those of the range itself.
#include "graph/document/usual_range.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>
#include <string_view>

namespace overlace {
namespace {

constexpr double percent_of_1080_rows = 100.0 / 1080;

/// 1, 2 or 5 times a power of ten, at least `value`.
double rounded_up(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  constexpr std::array digits{1.0, 2.0, 5.0};
  const auto* const digit =
      std::ranges::find_if(digits, [&](double d) { return d * power >= value * 0.999999; });
  return (digit == digits.end() ? 10 : *digit) * power;
}

bool is_percentage(const Json& value) {
  return value.is_string() && value.as_string().ends_with('%');
}

/// A number, or that of a percentage; 0 for anything else.
double number_in(const Json& value) {
  if (value.is_number()) return value.as_number();
  double number = 0;
  if (is_percentage(value)) {
    const std::string_view text = value.as_string();
    std::from_chars(text.data(), text.data() + text.size() - 1, number);
  }
  return number;
}

}  // namespace

UsualRange usual_range(const ParamRow& row, const Json& default_value) {
  const double per_unit = is_percentage(default_value) ? percent_of_1080_rows : 1;
  const double low = row.range.min * per_unit, high = row.range.max * per_unit;
  const double few =
      (row.kind == ParamKind::integer ? 10 : 4) * (is_length(row.range.unit) ? 5 : 1);
  const double reach = rounded_up(std::max(4 * std::abs(number_in(default_value)), few * per_unit));
  if (high - low <= std::max(10 * per_unit, 2 * reach)) return {low, high};
  return {low >= 0 ? low : std::max(low, -reach), std::min(high, reach)};
}

}  // namespace overlace

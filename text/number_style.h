// SPDX-License-Identifier: Apache-2.0
// How numbers are written in texts: decimal mark and thousands separator.
#pragma once

#include <cstdint>
#include <string>

#include "graph/core/named.h"

namespace overlace {

/// Each style is shown by how it writes 1234.5.
enum class NumberStyle : std::uint8_t {
  plain,        ///< 1234.5
  comma_point,  ///< 1,234.5: English
  point_comma,  ///< 1.234,5: German, Spanish, Portuguese
  space_comma,  ///< 1 234,5 with narrow no-break spaces: French, Russian, SI
  apostrophe,   ///< 1’234.5: Swiss
  comma         ///< 1234,5
};

/// Names of the styles, for `Node::choice`.
inline constexpr Named<NumberStyle> number_style_names[] = {
    {"1234.5", NumberStyle::plain},        {"1,234.5", NumberStyle::comma_point},
    {"1.234,5", NumberStyle::point_comma}, {"1 234,5", NumberStyle::space_comma},
    {"1'234.5", NumberStyle::apostrophe},  {"1234,5", NumberStyle::comma}};

/// Rewrites the number at the end of `out`, from `begin` on, in a style. The number is as
/// std::format writes it: digits, a point before decimals, and anything around them. A number
/// padded with zeros gets no thousands separators.
void apply_number_style(NumberStyle style, std::string& out, std::size_t begin);

}  // namespace overlace

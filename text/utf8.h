// SPDX-License-Identifier: Apache-2.0
// Reads and writes UTF-8 one code point at a time.
#pragma once

#include <string>
#include <string_view>

namespace overlace {

/// Takes the first code point off `rest`. Malformed bytes (overlong forms, surrogates, stray or
/// missing continuation bytes) become U+FFFD, one for each maximal ill-formed part, as the Unicode
/// Standard (3.9, table 3-8) recommends. Precondition: `rest` is not empty.
[[nodiscard]] char32_t take_code_point(std::string_view& rest);

/// Appends a code point. Precondition: it is a Unicode scalar value.
void append_code_point(std::string& out, char32_t code_point);

/// The text with every letter mapped to its simple upper-case form, independent of the locale.
[[nodiscard]] std::string to_upper(std::string_view text);

}  // namespace overlace

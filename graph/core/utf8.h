// SPDX-License-Identifier: Apache-2.0
// UTF-8: one code point at a time, and bytes that may be something else.
#pragma once

#include <string>
#include <string_view>

namespace overlace {

/// Takes the first code point off `rest`. Malformed bytes (overlong forms, surrogates, stray or
/// missing continuation bytes) become U+FFFD, one for each maximal ill-formed part, as the Unicode
/// Standard (3.9, table 3-8) recommends. Precondition: `rest` is not empty.
[[nodiscard]] char32_t take_code_point(std::string_view& rest);

[[nodiscard]] bool is_utf8(std::string_view bytes);

/// The bytes as valid UTF-8: those that are no part of it are written as `\xE9`.
[[nodiscard]] std::string utf8_text(std::string_view bytes);

/// The name of a file, which may have any bytes, as valid UTF-8 from which `name_of_text` makes it
/// again: as utf8_text, and a backslash that would begin such an escape is written as `\x5C`.
[[nodiscard]] std::string text_of_name(std::string_view name);
[[nodiscard]] std::string name_of_text(std::string_view text);

/// Whether a character could control a terminal (C0, DEL and C1), or reorder what it shows of the
/// line: the overrides, embeddings and isolates of Unicode's bidirectional algorithm.
[[nodiscard]] bool controls_terminal(char32_t code_point);

/// Appends a code point. Precondition: it is a Unicode scalar value.
void append_code_point(std::string& out, char32_t code_point);

/// The text with every letter mapped to its simple upper-case form, independent of the locale.
[[nodiscard]] std::string to_upper(std::string_view text);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Reads and writes UTF-8 one code point at a time.
#include "text/utf8.h"

#include <cstdint>
#include <locale>
#include <stdexcept>

namespace overlace {
namespace {

constexpr char32_t replacement = 0xFFFD;

/// What a lead byte says: how many bytes follow it, and the bounds of the first of them.
struct Lead {
  int trail = 0;
  std::uint8_t low = 0x80, high = 0xBF;
};

// The Unicode Standard, table 3-7: well-formed UTF-8 byte sequences.
Lead classify(std::uint8_t byte) {
  if (byte >= 0xC2 && byte <= 0xDF) return {1};
  if (byte == 0xE0) return {2, 0xA0, 0xBF};
  if (byte == 0xED) return {2, 0x80, 0x9F};
  if (byte >= 0xE1 && byte <= 0xEF) return {2};
  if (byte == 0xF0) return {3, 0x90, 0xBF};
  if (byte >= 0xF1 && byte <= 0xF3) return {3};
  if (byte == 0xF4) return {3, 0x80, 0x8F};
  return {};
}

std::locale unicode_locale() {
  try {
    return std::locale("C.UTF-8");
  } catch (const std::runtime_error&) {
    return std::locale::classic();  // on a system without it, only ASCII letters change
  }
}

}  // namespace

char32_t take_code_point(std::string_view& rest) {
  const auto first = static_cast<std::uint8_t>(rest.front());
  rest.remove_prefix(1);
  if (first < 0x80) return first;
  Lead lead = classify(first);
  if (lead.trail == 0) return replacement;
  auto code_point = static_cast<char32_t>(first & (0x3F >> lead.trail));
  for (; lead.trail > 0; --lead.trail) {
    if (rest.empty()) return replacement;
    const auto byte = static_cast<std::uint8_t>(rest.front());
    if (byte < lead.low || byte > lead.high) return replacement;
    code_point = code_point << 6 | (byte & 0x3F);
    lead.low = 0x80;
    lead.high = 0xBF;
    rest.remove_prefix(1);
  }
  return code_point;
}

void append_code_point(std::string& out, char32_t c) {
  const auto put = [&out](char32_t byte) { out.push_back(static_cast<char>(byte)); };
  const auto trail = [&put, c](int shift) { put(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    put(c);
  } else if (c < 0x800) {
    put(0xC0 | c >> 6);
    trail(0);
  } else if (c < 0x10000) {
    put(0xE0 | c >> 12);
    trail(6);
    trail(0);
  } else {
    put(0xF0 | c >> 18);
    trail(12);
    trail(6);
    trail(0);
  }
}

std::string to_upper(std::string_view text) {
  static_assert(sizeof(wchar_t) == sizeof(char32_t), "simple case mapping is done on code points");
  const std::locale locale = unicode_locale();
  const auto& letters = std::use_facet<std::ctype<wchar_t>>(locale);
  std::string out;
  while (!text.empty())
    append_code_point(
        out, static_cast<char32_t>(letters.toupper(static_cast<wchar_t>(take_code_point(text)))));
  return out;
}

}  // namespace overlace

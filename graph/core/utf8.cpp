// SPDX-License-Identifier: Apache-2.0
// UTF-8: one code point at a time, and bytes that may be something else.
#include "graph/core/utf8.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
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

/// What the first code point of `rest` takes of it, and whether that is valid.
struct Piece {
  std::string_view bytes;
  bool valid = true;
};

Piece take_piece(std::string_view& rest) {
  constexpr std::string_view replacement_bytes = "\xEF\xBF\xBD";
  const std::string_view before = rest;
  const char32_t code_point = take_code_point(rest);
  const std::string_view taken = before.substr(0, before.size() - rest.size());
  return {taken, code_point != replacement || taken == replacement_bytes};
}

void append_valid(std::string& out, const Piece& piece) {
  if (piece.valid) {
    out += piece.bytes;
    return;
  }
  for (const char byte : piece.bytes)
    fmt::format_to(std::back_inserter(out), "\\x{:02X}", static_cast<std::uint8_t>(byte));
}

constexpr std::size_t escape_size = 4;

/// The byte that an escape at the beginning of the text stands for; negative without one.
int escaped_byte(std::string_view text) {
  if (text.size() < escape_size || !text.starts_with("\\x")) return -1;
  int byte = 0;
  for (const char digit : text.substr(2, 2)) {
    const bool is_letter = digit >= 'A' && digit <= 'F';
    if (!is_letter && (digit < '0' || digit > '9')) return -1;
    byte = byte * 16 + (is_letter ? digit - 'A' + 10 : digit - '0');
  }
  return byte;
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

bool is_utf8(std::string_view bytes) {
  while (!bytes.empty())
    if (!take_piece(bytes).valid) return false;
  return true;
}

std::string utf8_text(std::string_view bytes) {
  std::string text;
  while (!bytes.empty()) append_valid(text, take_piece(bytes));
  return text;
}

std::string text_of_name(std::string_view name) {
  std::string text;
  while (!name.empty()) {
    const bool looks_escaped = escaped_byte(name) >= 0;
    const Piece piece = take_piece(name);
    append_valid(text, {piece.bytes, piece.valid && !looks_escaped});
  }
  return text;
}

std::string name_of_text(std::string_view text) {
  std::string name;
  while (!text.empty()) {
    const int byte = escaped_byte(text);
    name += byte >= 0 ? static_cast<char>(byte) : text.front();
    text.remove_prefix(byte >= 0 ? escape_size : 1);
  }
  return name;
}

bool controls_terminal(char32_t c) {
  const auto within = [c](char32_t first, char32_t last) { return c >= first && c <= last; };
  return c < 0x20 || within(0x7F, 0x9F) || within(0x202A, 0x202E) || within(0x2066, 0x2069);
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

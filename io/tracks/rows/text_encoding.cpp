// SPDX-License-Identifier: Apache-2.0
// Converts texts to UTF-8 and LF.
#include "io/tracks/rows/text_encoding.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <sstream>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

constexpr std::size_t most_in_memory = std::size_t{1} << 30U;

enum class Encoding : std::uint8_t { utf8, utf16_little, utf16_big };

Encoding encoding_of(std::string_view beginning) {
  if (beginning.starts_with("\xFF\xFE")) return Encoding::utf16_little;
  if (beginning.starts_with("\xFE\xFF")) return Encoding::utf16_big;
  return Encoding::utf8;
}

bool is_high_surrogate(char32_t unit) {
  return unit >= 0xD800 && unit < 0xDC00;
}
bool is_low_surrogate(char32_t unit) {
  return unit >= 0xDC00 && unit < 0xE000;
}

/// Half a character becomes U+FFFD.
std::string from_utf16(std::string_view bytes, bool little) {
  const auto unit_at = [&](std::size_t i) {
    const auto a = static_cast<std::uint8_t>(bytes[i]), b = static_cast<std::uint8_t>(bytes[i + 1]);
    return static_cast<char32_t>(little ? a | b << 8 : b | a << 8);
  };
  std::string text;
  text.reserve(bytes.size() / 2);
  for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {  // after the byte-order mark
    char32_t c = unit_at(i);
    if (is_high_surrogate(c) && i + 3 < bytes.size() && is_low_surrogate(unit_at(i + 2))) {
      c = 0x10000 + ((c & 0x3FF) << 10) + (unit_at(i + 2) & 0x3FF);
      i += 2;
    } else if (is_high_surrogate(c) || is_low_surrogate(c)) {
      c = 0xFFFD;
    }
    append_code_point(text, c);
  }
  return text;
}

bool has_lone_returns(std::string_view text) {
  return text.find('\r') != text.npos && text.find('\n') == text.npos;
}

std::string rest_of(std::istream& stream) {
  std::string text;
  std::array<char, 64U << 10U> block;
  while (stream.read(block.data(), block.size()) || stream.gcount() > 0) {
    text.append(block.data(), static_cast<std::size_t>(stream.gcount()));
    if (text.size() > most_in_memory)
      throw Error(ErrorCode::input,
                  "the file is a pipe, UTF-16, or has lines that end in CR alone, and is larger "
                  "than 1 GiB",
                  "save it as a file of UTF-8 with lines that end in LF");
  }
  return text;
}

/// A text as UTF-8 whose lines end in LF or CR LF.
std::string converted(std::string text) {
  const Encoding encoding = encoding_of(text);
  if (encoding != Encoding::utf8) text = from_utf16(text, encoding == Encoding::utf16_little);
  if (has_lone_returns(text)) std::ranges::replace(text, '\r', '\n');
  return text;
}

/// The characters of Windows-1252 for the bytes 0x80 to 0x9F; unused bytes are C1 controls.
constexpr std::array<char16_t, 32> windows_1252 = {
    0x20AC, 0x81,   0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x8D,   0x017D, 0x8F,   0x90,   0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D,   0x017E, 0x0178};

}  // namespace

std::unique_ptr<std::istream> converted_text(std::istream& stream) {
  const std::streampos start = stream.tellg();
  if (start >= 0) {
    constexpr std::size_t looked_at = 4096;
    std::array<char, looked_at> block;
    stream.read(block.data(), block.size());
    const std::string_view beginning(block.data(), static_cast<std::size_t>(stream.gcount()));
    stream.clear();
    stream.seekg(start);
    if (encoding_of(beginning) == Encoding::utf8 && !has_lone_returns(beginning)) return nullptr;
  }
  stream.clear();
  return std::make_unique<std::istringstream>(converted(rest_of(stream)));
}

std::unique_ptr<std::istream> open_text(const std::filesystem::path& path) {
  auto file = std::make_unique<RegularFileStream>(path.string(), OpenRule{.takes_pipes = true});
  if (!*file)
    throw Error(ErrorCode::input, fmt::format("cannot be opened: {}", file->file().problem()), {},
                {.file = path.string()});
  std::unique_ptr<std::istream> converted = converted_text(*file);
  return converted ? std::move(converted) : std::move(file);
}

std::string as_utf8(std::string_view text) {
  if (is_utf8(text)) return std::string(text);
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<std::uint8_t>(c);
    append_code_point(out, byte >= 0x80 && byte < 0xA0 ? windows_1252[byte - 0x80] : byte);
  }
  return out;
}

}  // namespace overlace

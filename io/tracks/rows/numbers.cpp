// SPDX-License-Identifier: Apache-2.0
// A fast path for short decimals; std::from_chars for the rest.
#include "io/tracks/rows/numbers.h"

#include <charconv>
#include <cmath>
#include <limits>

namespace overlace {
namespace {

constexpr double powers_of_ten[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                    1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
constexpr int most_digits = 15;

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
bool is_blank(char c) {
  return c == ' ' || c == '\t';
}
bool ends_field(const char* p, const char* end) {
  return p == end || *p == ',' || *p == ';' || is_blank(*p);
}

const char* skip_blanks(const char* p, const char* end) {
  while (p != end && is_blank(*p)) ++p;
  return p;
}

void set_whole(ParsedNumber& out, std::int64_t whole) {
  out = {static_cast<double>(whole), whole, true};
}

/// Long numbers, exponents, nan and inf. Null when this is not a number.
const char* parse_any(const char* p, const char* end, ParsedNumber& out) {
  if (p != end && *p == '+') ++p;
  std::int64_t whole = 0;
  const auto integer = std::from_chars(p, end, whole);
  if (integer.ec == std::errc() && ends_field(integer.ptr, end)) {
    set_whole(out, whole);
    return integer.ptr;
  }
  double value = 0;
  const auto real = std::from_chars(p, end, value);
  if (real.ec == std::errc::invalid_argument || !ends_field(real.ptr, end)) return nullptr;
  // No measurement exceeds a double's range: treat it as not a number.
  if (real.ec != std::errc()) value = std::numeric_limits<double>::infinity();
  out = {value, 0, false};
  if (std::trunc(value) == value && std::abs(value) < 1e15)
    set_whole(out, static_cast<std::int64_t>(value));
  return real.ptr;
}

/// Up to 15 digits: integer and power of ten are exact doubles, so that their quotient is correctly
/// rounded (Clinger 1990). Null when this is not a number.
const char* parse_number(const char* start, const char* end, ParsedNumber& out) {
  const char* p = start;
  const bool negative = p != end && *p == '-';
  if (negative) ++p;
  std::int64_t digits = 0;
  const char* const first = p;
  while (p != end && is_digit(*p) && p - first <= most_digits) digits = digits * 10 + (*p++ - '0');
  std::ptrdiff_t count = p - first;
  std::ptrdiff_t scale = 0;
  if (p != end && *p == '.') {
    const char* const point = ++p;
    while (p != end && is_digit(*p) && count + (p - point) <= most_digits)
      digits = digits * 10 + (*p++ - '0');
    scale = p - point;
    count += scale;
  }
  if (count == 0 || count > most_digits || !ends_field(p, end)) return parse_any(start, end, out);
  if (negative) digits = -digits;
  if (scale == 0) {
    set_whole(out, digits);
    return p;
  }
  out.value = static_cast<double>(digits) / powers_of_ten[scale];
  out.whole = static_cast<std::int64_t>(out.value);
  out.is_whole = static_cast<double>(out.whole) == out.value;
  return p;
}

}  // namespace

LineKind parse_numbers(std::string_view line, NumberLine& out) {
  out.count = 0;
  const char* const end = line.data() + line.size();
  const char* p = skip_blanks(line.data(), end);
  if (p == end) return LineKind::blank;
  if (*p == '#' || *p == '%' || (*p == '/' && p + 1 != end && p[1] == '/'))
    return LineKind::comment;

  ParsedNumber spare;
  while (p != end) {
    ParsedNumber& field = out.count < max_fields ? out.field[out.count] : spare;
    if (*p == ',' || *p == ';') {
      field = {std::numeric_limits<double>::quiet_NaN(), 0, false};
    } else {
      p = parse_number(p, end, field);
      if (p == nullptr) return LineKind::words;
    }
    ++out.count;
    p = skip_blanks(p, end);
    if (p != end && (*p == ',' || *p == ';')) p = skip_blanks(p + 1, end);
  }
  return LineKind::numbers;
}

std::optional<ParsedNumber> parse_field(std::string_view text) {
  const char* const end = text.data() + text.size();
  const char* const begin = skip_blanks(text.data(), end);
  ParsedNumber number;
  if (begin == end || *begin == ',' || *begin == ';') return std::nullopt;
  const char* const stop = parse_number(begin, end, number);
  if (stop == nullptr || skip_blanks(stop, end) != end) return std::nullopt;
  return number;
}

std::optional<ParsedNumber> plain_number(std::string_view text) {
  const bool padded = text.size() > 1 && text[0] == '0' && text[1] >= '0' && text[1] <= '9';
  return padded ? std::nullopt : parse_field(text);
}

}  // namespace overlace

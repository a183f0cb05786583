// SPDX-License-Identifier: Apache-2.0
// "23.976" is 24000/1001, not 2997/125.
#include "io/read/frame_rate.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <string_view>

#include "graph/core/error.h"

namespace overlace {
namespace {

bool read_number(std::string_view text, double& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

// Broadcast rates are written with two or three digits, but stand for exact fractions.
Rational rate_of(double decimal) {
  const double whole = std::round(decimal * 1.001);
  const bool broadcast =
      decimal != std::round(decimal) && whole >= 1 && std::abs(whole / 1.001 - decimal) < 0.005;
  if (broadcast) return {std::llround(whole) * 1000, 1001};
  return {std::llround(decimal * 1000), 1000};
}

}  // namespace

Rational parse_frame_rate(const std::string& text) {
  constexpr double most = 100'000;
  const std::size_t slash = text.find('/');
  double num = 0;
  double den = 1;
  const bool read =
      read_number(std::string_view(text).substr(0, slash), num) &&
      (slash == std::string::npos || read_number(std::string_view(text).substr(slash + 1), den));
  const bool ratio = slash != std::string::npos;
  const bool whole = num == std::round(num) && den == std::round(den);
  if (!read || !(num > 0) || !(den > 0) || num / den > most || num / den < 0.001 || den > 1e6 ||
      (ratio && !whole))
    throw Error(ErrorCode::usage, fmt::format("'{}' is not a frame rate", text),
                "write it like 25, 24000/1001 or 23.976", SourceLocation{"--fps"});
  if (ratio) return {std::llround(num), std::llround(den)};
  return num == std::round(num) ? Rational{std::llround(num), 1} : rate_of(num);
}

}  // namespace overlace

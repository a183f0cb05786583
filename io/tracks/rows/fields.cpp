// SPDX-License-Identifier: Apache-2.0
// Splits fields.
#include "io/tracks/rows/fields.h"

#include <algorithm>

namespace overlace {
namespace {

constexpr std::string_view blanks = " \t";

std::string_view without_blanks_before(std::string_view text, Separator separator) {
  // A tab is not a blank where it separates.
  const std::size_t first = text.find_first_not_of(separator == Separator::tab ? " " : blanks);
  return first == std::string_view::npos ? std::string_view{} : text.substr(first);
}

std::string_view without_blanks_after(std::string_view text) {
  return text.substr(0, text.find_last_not_of(blanks) + 1);
}

}  // namespace

/// Removes a quoted field from the front of `rest`, which begins after the opening quote.
std::string_view FieldSplitter::quoted(std::string_view& rest) {
  const std::size_t quote = std::min(rest.find('"'), rest.size());
  std::string_view text = rest.substr(0, quote);
  rest.remove_prefix(std::min(quote + 1, rest.size()));
  if (!rest.starts_with('"')) return text;
  std::string& whole = unescaped_.emplace_back(text);
  while (rest.starts_with('"')) {
    const std::size_t next = std::min(rest.find('"', 1), rest.size());
    whole += rest.substr(0, next);
    rest.remove_prefix(std::min(next + 1, rest.size()));
  }
  return whole;
}

std::span<const std::string_view> FieldSplitter::split(std::string_view line, Separator separator) {
  fields_.clear();
  unescaped_.clear();
  const bool by_blanks = separator == Separator::blanks;
  const char stop_character = static_cast<char>(separator);
  const std::string_view stops = by_blanks ? blanks : std::string_view(&stop_character, 1);
  std::string_view rest = without_blanks_before(line, separator);
  if (rest.empty()) return {};
  for (;;) {
    if (rest.starts_with('"')) {
      rest.remove_prefix(1);
      fields_.push_back(quoted(rest));
      rest.remove_prefix(std::min(rest.find_first_of(stops), rest.size()));
    } else {
      const std::size_t stop = std::min(rest.find_first_of(stops), rest.size());
      fields_.push_back(without_blanks_after(rest.substr(0, stop)));
      rest.remove_prefix(stop);
    }
    if (rest.empty()) break;
    rest.remove_prefix(1);
    rest = without_blanks_before(rest, separator);
    if (rest.empty() && by_blanks) break;
  }
  return fields_;
}

Separator separator_of(std::string_view heading) {
  const auto count = [&](Separator separator) {
    return std::ranges::count(heading, static_cast<char>(separator));
  };
  const Separator others[] = {Separator::semicolon, Separator::tab};
  Separator best = Separator::comma;
  for (const Separator separator : others)
    if (count(separator) > count(best)) best = separator;
  return count(best) == 0 ? Separator::blanks : best;
}

}  // namespace overlace

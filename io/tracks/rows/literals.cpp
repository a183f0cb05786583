// SPDX-License-Identifier: Apache-2.0
// A parser for printed lists and dictionaries.
#include "io/tracks/rows/literals.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "io/tracks/rows/numbers.h"

namespace overlace {
namespace {

constexpr std::size_t deepest = 16;

/// Each function takes a value off the front of the text; nothing where there is none.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::optional<Json> whole() {
    std::optional<Json> value = take(0);
    skip_blanks();
    return rest_.empty() ? std::move(value) : std::nullopt;
  }

 private:
  void skip_blanks() {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
  }
  bool skip(char c) {
    skip_blanks();
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  std::optional<Json> take(std::size_t depth) {
    if (depth > deepest) return std::nullopt;
    skip_blanks();
    if (rest_.empty()) return std::nullopt;
    switch (rest_.front()) {
      case '[':
        return list(']', depth);
      case '(':
        return list(')', depth);
      case '{':
        return dictionary(depth);
      case '\'':
      case '"':
        return quoted();
      default:
        return word(depth);
    }
  }

  std::optional<Json> list(char end, std::size_t depth) {
    rest_.remove_prefix(1);
    Json::Array values;
    while (!skip(end)) {
      std::optional<Json> value = take(depth + 1);
      if (!value) return std::nullopt;
      values.push_back(std::move(*value));
      skip(',');
    }
    return Json(std::move(values));
  }

  std::optional<Json> dictionary(std::size_t depth) {
    rest_.remove_prefix(1);
    Json::Object members;
    while (!skip('}')) {
      const std::optional<Json> key = take(depth + 1);
      if (!key || !skip(':')) return std::nullopt;
      std::optional<Json> value = take(depth + 1);
      if (!value) return std::nullopt;
      members.emplace_back(key->is_string() ? key->as_string() : key->dump(), std::move(*value));
      skip(',');
    }
    return Json(std::move(members));
  }

  std::optional<Json> quoted() {
    const char quote = rest_.front();
    std::string text;
    for (std::size_t i = 1; i < rest_.size(); ++i) {
      if (rest_[i] == quote) {
        rest_.remove_prefix(i + 1);
        return Json(std::move(text));
      }
      if (rest_[i] == '\\' && i + 1 < rest_.size()) ++i;
      text += rest_[i];
    }
    return std::nullopt;
  }

  /// A number, a constant, or the name of a type around its value: "array([…])".
  std::optional<Json> word(std::size_t depth) {
    const std::string_view text = rest_.substr(0, rest_.find_first_of(" \t\r\n,:[](){}'\""));
    if (text.empty()) return std::nullopt;
    rest_.remove_prefix(text.size());
    if (rest_.starts_with('(')) {
      const std::optional<Json> arguments = list(')', depth);
      if (!arguments || arguments->as_array().empty()) return std::nullopt;
      return arguments->as_array().front();
    }
    if (text == "None" || text == "null" || text == "nan" || text == "NaN") return Json();
    if (text == "True" || text == "true") return Json(true);
    if (text == "False" || text == "false") return Json(false);
    const auto number = parse_field(text);
    if (number) return number->is_whole ? Json(number->whole) : Json(number->value);
    const bool named = std::isalpha(static_cast<unsigned char>(text.front())) != 0;
    return named ? std::optional(Json(text)) : std::nullopt;  // dtype=float32, a bare word
  }

  std::string_view rest_;
};

}  // namespace

std::optional<Json> parse_literal(std::string_view text) {
  const std::size_t bracket = text.find_first_of("[({");
  const std::size_t word = text.find_first_not_of(" \t");
  if (bracket == text.npos) return std::nullopt;
  const bool typed = text.substr(word, bracket - word)
                         .find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789._") == text.npos;
  if (!typed) return std::nullopt;
  std::optional<Json> value = Parser(text).whole();
  if (!value || (!value->is_array() && !value->is_object())) return std::nullopt;
  return value;
}

}  // namespace overlace

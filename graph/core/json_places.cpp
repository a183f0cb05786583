// SPDX-License-Identifier: Apache-2.0
// A scanner that follows brackets and strings; the parser has checked all else.
#include "graph/core/json_places.h"

#include <algorithm>
#include <charconv>

#include "graph/core/error.h"
#include "graph/core/json.h"

namespace overlace {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF", blanks = " \t\r\n";

/// Walks over a valid text once.
class Scanner {
 public:
  explicit Scanner(std::string_view text)
      : text_(text), at_(text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0) {}

  JsonPlace value() {
    skip_blanks();
    JsonPlace place;
    place.value.begin = at_;
    if (text_[at_] == '{' || text_[at_] == '[')
      container(place);
    else if (text_[at_] == '"')
      string();
    else
      at_ = std::min(text_.find_first_of(" \t\r\n,]}", at_), text_.size());
    place.value.end = at_;
    return place;
  }

 private:
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(blanks, at_), text_.size()); }

  void string() {
    for (++at_; text_[at_] != '"'; ++at_)
      if (text_[at_] == '\\') ++at_;
    ++at_;
  }

  void container(JsonPlace& place) {
    const bool has_keys = text_[at_] == '{';
    const char close = has_keys ? '}' : ']';
    ++at_;
    for (skip_blanks(); text_[at_] != close; skip_blanks()) {
      if (text_[at_] == ',') ++at_;
      place.items.push_back(has_keys ? member() : value());
    }
    ++at_;
  }

  JsonPlace member() {
    skip_blanks();
    TextSpan key{at_, at_};
    string();
    key.end = at_;
    skip_blanks();
    ++at_;  // the colon
    JsonPlace place = value();
    place.key = key;
    return place;
  }

  std::string_view text_;
  std::size_t at_;
};

}  // namespace

JsonPlaces::JsonPlaces(std::string_view text) : text_(text), document_(Scanner(text).value()) {}

std::string JsonPlaces::key_of(const JsonPlace& member) const {
  const std::string_view key = member.key.of(text_);
  if (key.find('\\') != key.npos) return parse_json(key, "").as_string();
  return std::string(key.substr(1, key.size() - 2));
}

const JsonPlace* JsonPlaces::item(const JsonPlace& container, const std::string& token) const {
  if (is_array(container)) {
    std::size_t index = 0;
    const char* const end = token.data() + token.size();
    const bool leads_with_zero = token.size() > 1 && token.front() == '0';
    if (std::from_chars(token.data(), end, index).ptr != end || token.empty() || leads_with_zero ||
        index >= container.items.size())
      return nullptr;
    return &container.items[index];
  }
  const auto found = std::ranges::find_if(
      container.items, [&](const JsonPlace& member) { return key_of(member) == token; });
  return found == container.items.end() ? nullptr : &*found;
}

std::vector<const JsonPlace*> JsonPlaces::path(std::string_view pointer) const {
  std::vector<const JsonPlace*> places{&document_};
  for (const std::string& token : pointer_tokens(pointer)) {
    const JsonPlace* const next = item(*places.back(), token);
    if (next == nullptr) break;
    places.push_back(next);
  }
  return places;
}

std::vector<std::string> pointer_tokens(std::string_view pointer) {
  if (!pointer.empty() && pointer.front() != '/')
    throw Error(ErrorCode::usage, "a JSON pointer begins with \"/\"");
  std::vector<std::string> tokens;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      tokens.emplace_back();
      continue;
    }
    const std::string_view escape = pointer.substr(i, 2);
    if (escape.front() == '~' && escape != "~0" && escape != "~1")
      throw Error(ErrorCode::usage, "in a JSON pointer, \"~\" is followed by 0 or 1",
                  "\"~0\" stands for \"~\", and \"~1\" for \"/\"");
    tokens.back() += escape == "~0" ? '~' : escape == "~1" ? '/' : pointer[i];
    if (pointer[i] == '~') ++i;
  }
  return tokens;
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Looks at how a JSON text is spaced, and breaks lines that have become too long.
#include "graph/document/json_style.h"

#include <algorithm>

namespace overlace {
namespace {

constexpr std::size_t longest_line = 120;  // its comma not counted

/// Characters of UTF-8.
std::size_t character_count(std::string_view text) {
  const auto begins = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) != 0x80U; };
  return static_cast<std::size_t>(std::ranges::count_if(text, begins));
}

/// The line that holds a byte, without its end.
TextSpan line_at(std::string_view text, std::size_t at) {
  const std::size_t before = at == 0 ? text.npos : text.rfind('\n', at - 1);
  TextSpan line{before == text.npos ? 0 : before + 1, std::min(text.find('\n', at), text.size())};
  if (line.end > line.begin && text[line.end - 1] == '\r') --line.end;
  return line;
}

bool has_break(std::string_view text) {
  return text.find('\n') != text.npos;
}

/// Collects the spacing that a text shows first.
class StyleReader {
 public:
  StyleReader(const JsonPlaces& places, JsonStyle& style) : text_(places.text()), style_(style) {
    read(places, places.document());
  }

 private:
  void read(const JsonPlaces& places, const JsonPlace& container) {
    if (container.items.empty()) return;
    const JsonPlace& first = container.items.front();
    const std::string_view lead = between(container.value.begin + 1, first.begin());
    const bool is_object = places.is_object(container);
    if (is_object) take(colon_, style_.colon, has_blank_after_colon(first) ? ": " : ":");
    if (has_break(lead))
      take_indent(container, lead);
    else if (is_object)
      take(brace_, style_.brace, lead);
    if (container.items.size() > 1) take_comma(container);
    for (const JsonPlace& item : container.items) {
      if (colon_ && brace_ && comma_ && indent_) return;
      read(places, item);
    }
  }
  void take_indent(const JsonPlace& container, std::string_view lead) {
    const std::string_view own = indent_at(text_, container.value.begin);
    const std::string_view inner = lead.substr(lead.rfind('\n') + 1);
    if (inner.size() > own.size()) take(indent_, style_.indent, inner.substr(own.size()));
  }
  void take_comma(const JsonPlace& container) {
    const std::string_view gap = between(container.items[0].value.end, container.items[1].begin());
    const std::string_view lead = gap.substr(gap.find(',') + 1);
    // More than one blank aligns columns.
    if (!has_break(lead) && lead.size() <= 1) take(comma_, style_.comma, lead);
  }
  [[nodiscard]] bool has_blank_after_colon(const JsonPlace& member) const {
    return text_[member.value.begin - 1] != ':';
  }
  [[nodiscard]] std::string_view between(std::size_t begin, std::size_t end) const {
    return text_.substr(begin, end - begin);
  }
  static void take(bool& known, std::string& to, std::string_view value) {
    if (!known) to = value;
    known = true;
  }

  std::string_view text_;
  JsonStyle& style_;
  bool colon_ = false, brace_ = false, comma_ = false, indent_ = false;
};

/// Breaks containers of one line.
class Breaker {
 public:
  Breaker(std::string_view text, const JsonStyle& style) : text_(text), style_(style) {}

  [[nodiscard]] std::string broken(const JsonPlace& container, const std::string& indent) const {
    const std::string inner = indent + style_.indent;
    std::string out(1, text_[container.value.begin]);
    for (const JsonPlace& item : container.items) {
      const bool last = &item == &container.items.back();
      out += style_.line_end + inner + item_text(item, inner) + (last ? "" : ",");
    }
    return out + style_.line_end + indent + text_[container.value.end - 1];
  }

 private:
  [[nodiscard]] std::string item_text(const JsonPlace& item, const std::string& indent) const {
    const TextSpan all{item.begin(), item.value.end};
    const std::size_t width = indent.size() + character_count(all.of(text_));
    if (width <= longest_line || item.items.empty()) return std::string(all.of(text_));
    return std::string(TextSpan{all.begin, item.value.begin}.of(text_)) + broken(item, indent);
  }

  std::string_view text_;
  const JsonStyle& style_;
};

/// The outermost container of a line that holds the byte `at`; null if there is none.
const JsonPlace* outermost_on(const TextSpan& line, const JsonPlaces& places, std::size_t at) {
  const JsonPlace* place = &places.document();
  while (place != nullptr && !place->items.empty()) {
    if (place->value.begin >= line.begin && place->value.end <= line.end) return place;
    const auto holds = [at](const JsonPlace& item) {
      return item.begin() <= at && at < item.value.end;
    };
    const auto inner = std::ranges::find_if(place->items, holds);
    place = inner == place->items.end() ? nullptr : &*inner;
  }
  return nullptr;
}

}  // namespace

std::string JsonStyle::text_of(const Json& value) const {
  if (!value.is_object() && !value.is_array()) return value.dump();
  std::string inner;
  const auto add = [&](const std::string& item) {
    if (!inner.empty()) inner += "," + comma;
    inner += item;
  };
  if (value.is_array()) {
    for (const Json& element : value.as_array()) add(text_of(element));
    return "[" + inner + "]";
  }
  for (const auto& [key, member] : value.as_object()) add(member_text(key, member));
  return inner.empty() ? "{}" : "{" + brace + inner + brace + "}";
}

std::string JsonStyle::member_text(std::string_view key, const Json& value) const {
  return Json(key).dump() + colon + text_of(value);
}

JsonStyle style_of(const JsonPlaces& places) {
  JsonStyle style;
  const std::size_t line_end = places.text().find('\n');
  if (line_end != std::string_view::npos && line_end > 0 && places.text()[line_end - 1] == '\r')
    style.line_end = "\r\n";
  StyleReader(places, style);
  return style;
}

std::string_view indent_at(std::string_view text, std::size_t at) {
  const std::string_view line = line_at(text, at).of(text);
  return line.substr(0, std::min(line.find_first_not_of(" \t"), line.size()));
}

bool is_long_line(std::string_view text, std::size_t at) {
  std::string_view line = line_at(text, at).of(text);
  if (line.ends_with(',')) line.remove_suffix(1);
  return character_count(line) > longest_line;
}

std::string with_line_broken(std::string_view text, std::size_t at, const JsonStyle& style) {
  const JsonPlaces places(text);
  const JsonPlace* const container =
      is_long_line(text, at) ? outermost_on(line_at(text, at), places, at) : nullptr;
  if (container == nullptr) return std::string(text);
  const TextSpan& value = container->value;
  const std::string indent(indent_at(text, value.begin));
  return std::string(text.substr(0, value.begin)) +
         Breaker(text, style).broken(*container, indent) + std::string(text.substr(value.end));
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Finds the bytes to replace, and writes what comes there.
#include "graph/document/edit_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "graph/core/error.h"
#include "graph/core/problems.h"
#include "graph/document/json_style.h"

namespace overlace {
namespace {

using Tokens = std::span<const std::string>;

[[noreturn]] void fail(std::string message, std::string_view pointer, std::string hint = {}) {
  throw Error(ErrorCode::usage, std::move(message), std::move(hint),
              {.file = {}, .pointer = std::string(pointer)});
}

bool is_continuation(std::string_view text, std::size_t at) {
  return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0U) == 0x80U;
}

/// `value` within objects that have these keys, outermost first.
Json nested(Tokens keys, const Json& value) {
  if (keys.empty()) return value;
  return Json(Json::Object{{keys.front(), nested(keys.subspan(1), value)}});
}

/// A new item of a container that has some: after the last one, in the same way. Where several
/// share a line, and it is full, the item begins the next line.
TextEdit appended(std::string_view text, const JsonPlace& container, const JsonStyle& style,
                  const std::string& item) {
  const JsonPlace& last = container.items.back();
  const std::size_t before = text.find_last_not_of(" \t\r\n", last.begin() - 1);
  const bool has_own_line = text.substr(before, last.begin() - before).find('\n') != text.npos;
  const auto after = [&](const std::string& gap) {
    return TextEdit{last.value.end, last.value.end, "," + gap + item};
  };
  const std::string line = style.line_end + std::string(indent_at(text, last.begin()));
  if (has_own_line) return after(line);
  TextEdit beside = after(style.comma);
  const bool has_lines = container.value.of(text).find('\n') != text.npos;
  return has_lines && is_long_line(apply_edits(text, {beside}), last.begin()) ? after(line)
                                                                              : beside;
}

/// The first item of an empty container, on the container's line unless its brackets have two.
TextEdit first_item(const JsonPlaces& places, const JsonPlace& container, const JsonStyle& style,
                    const std::string& item) {
  const TextSpan inner{container.value.begin + 1, container.value.end - 1};
  const std::string_view text = places.text();
  if (inner.of(text).find('\n') == std::string_view::npos) {
    const std::string pad = places.is_object(container) ? style.brace : "";
    return {inner.begin, inner.end, pad + item + pad};
  }
  const std::string indent(indent_at(text, container.value.begin));
  return {inner.begin, inner.end,
          style.line_end + indent + style.indent + item + style.line_end + indent};
}

/// The text of an item that is to be added to `container`; `missing` begins with its key or index.
std::string item_text(const JsonPlaces& places, const JsonPlace& container, Tokens missing,
                      std::string_view pointer, const JsonStyle& style, const Json& value) {
  const Json inner = nested(missing.subspan(1), value);
  if (places.is_object(container)) return style.member_text(missing.front(), inner);
  if (!places.is_array(container))
    fail(fmt::format("there is no {}: {} has no members", quoted(missing.front()),
                     shortened(container.value.of(places.text()))),
         pointer);
  const std::size_t count = container.items.size();
  if (missing.front() != "-" && missing.front() != fmt::to_string(count))
    fail(fmt::format("the list has {} elements, and none at {}", count, quoted(missing.front())),
         pointer, fmt::format("{} adds one", count));
  return style.text_of(inner);
}

/// The edit, and what a line that it has made too long needs beside it.
std::vector<TextEdit> fitted(std::string_view text, TextEdit edit, const JsonStyle& style) {
  const std::string edited = apply_edits(text, {edit});
  const std::size_t last = edit.begin + edit.text.find_last_not_of(" \t\r\n");
  const bool is_packed = style.colon == ":";
  if (is_packed || is_long_line(text, edit.begin) || !is_long_line(edited, last))
    return {std::move(edit)};
  return edit_between(text, with_line_broken(edited, last, style));
}

/// An item of a text, by the container that it is in.
struct Item {
  const JsonPlace& container;
  std::size_t index;
};

Item item_at(const JsonPlaces& places, std::string_view pointer) {
  const std::vector<const JsonPlace*> path = places.path(pointer);
  const std::vector<std::string> tokens = pointer_tokens(pointer);
  if (tokens.empty()) fail("this is the document itself, not a part of it", pointer);
  if (path.size() <= tokens.size())
    fail(fmt::format("there is no {}", quoted(tokens[path.size() - 1])), pointer);
  const JsonPlace& container = *path[path.size() - 2];
  return {container, static_cast<std::size_t>(path.back() - container.items.data())};
}

/// Takes an item away, with its comma and its line.
TextEdit removal(const JsonPlace& container, std::size_t index) {
  const std::vector<JsonPlace>& items = container.items;
  if (items.size() == 1) return {container.value.begin + 1, container.value.end - 1, ""};
  if (index == 0) return {items[0].begin(), items[1].begin(), ""};
  return {items[index - 1].value.end, items[index].value.end, ""};
}

}  // namespace

std::string apply_edits(std::string_view text, const std::vector<TextEdit>& edits) {
  std::string out;
  std::size_t at = 0;
  for (const TextEdit& edit : edits) {
    out.append(text, at, edit.begin - at).append(edit.text);
    at = edit.end;
  }
  return out.append(text, at);
}

std::vector<TextEdit> edit_between(std::string_view before, std::string_view after) {
  if (before == after) return {};
  auto begin = static_cast<std::size_t>(std::ranges::mismatch(before, after).in1 - before.begin());
  while (begin > 0 && (is_continuation(before, begin) || is_continuation(after, begin))) --begin;
  std::size_t same = 0;
  const std::size_t most = std::min(before.size(), after.size()) - begin;
  while (same < most && before[before.size() - 1 - same] == after[after.size() - 1 - same]) ++same;
  while (same > 0 && is_continuation(before, before.size() - same)) --same;
  return {
      {begin, before.size() - same, std::string(after.substr(begin, after.size() - same - begin))}};
}

std::vector<TextEdit> inverse_edits(std::string_view text, const std::vector<TextEdit>& edits) {
  std::vector<TextEdit> inverse;
  std::size_t grown = 0, shrunk = 0;
  for (const TextEdit& edit : edits) {
    const std::size_t begin = edit.begin + grown - shrunk;
    inverse.push_back({begin, begin + edit.text.size(),
                       std::string(text.substr(edit.begin, edit.end - edit.begin))});
    grown += edit.text.size();
    shrunk += edit.end - edit.begin;
  }
  return inverse;
}

std::vector<TextEdit> set_value(std::string_view text, std::string_view pointer,
                                const Json& value) {
  static_cast<void>(parse_json(text, ""));
  const JsonPlaces places(text);
  const JsonStyle style = style_of(places);
  const std::vector<std::string> tokens = pointer_tokens(pointer);
  if (tokens.size() > JsonLimits{}.depth) fail("the pointer leads deeper than documents go", "");
  const std::vector<const JsonPlace*> path = places.path(pointer);
  const JsonPlace& deepest = *path.back();
  if (path.size() > tokens.size()) {
    TextEdit edit{deepest.value.begin, deepest.value.end, style.text_of(value)};
    const bool is_scalar = !value.is_object() && !value.is_array();
    return is_scalar ? std::vector{std::move(edit)} : fitted(text, std::move(edit), style);
  }
  const std::string item =
      item_text(places, deepest, Tokens(tokens).subspan(path.size() - 1), pointer, style, value);
  return fitted(text,
                deepest.items.empty() ? first_item(places, deepest, style, item)
                                      : appended(text, deepest, style, item),
                style);
}

std::vector<TextEdit> remove_value(std::string_view text, std::string_view pointer) {
  static_cast<void>(parse_json(text, ""));
  const JsonPlaces places(text);
  const auto [container, index] = item_at(places, pointer);
  return {removal(container, index)};
}

std::vector<TextEdit> rename_key(std::string_view text, std::string_view pointer,
                                 std::string_view name) {
  static_cast<void>(parse_json(text, ""));
  const JsonPlaces places(text);
  const auto [container, index] = item_at(places, pointer);
  const JsonPlace& member = container.items[index];
  if (!places.is_object(container)) fail("an element of a list has no name", pointer);
  for (const JsonPlace& other : container.items)
    if (&other != &member && places.key_of(other) == name)
      fail(fmt::format("there is a {} already", quoted(name)), pointer, "choose another name");
  return fitted(text, {member.key.begin, member.key.end, Json(name).dump()}, style_of(places));
}

std::vector<TextEdit> move_item(std::string_view text, std::string_view pointer, std::size_t to) {
  static_cast<void>(parse_json(text, ""));
  const JsonPlaces places(text);
  const auto [container, from] = item_at(places, pointer);
  const std::vector<JsonPlace>& items = container.items;
  if (to >= items.size())
    fail(fmt::format("there are {} items here, and none at {}", items.size(), to), pointer,
         fmt::format("the last one is {}", items.size() - 1));
  if (to == from) return {};
  const std::string item(TextSpan{items[from].begin(), items[from].value.end}.of(text));
  const auto gap_before = [&](std::size_t i) {
    return std::string(TextSpan{items[i - 1].value.end, items[i].begin()}.of(text));
  };
  const std::size_t at = to > from ? items[to].value.end : items[to].begin();
  TextEdit insertion{at, at, to > from ? gap_before(to) + item : item + gap_before(to + 1)};
  if (to > from) return {removal(container, from), std::move(insertion)};
  return {std::move(insertion), removal(container, from)};
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Collecting problems, and the wording that they share.
#include "graph/core/problems.h"

#include <fmt/format.h>

#include <algorithm>

namespace overlace {
namespace {

constexpr std::size_t longest_name = 64;

}  // namespace

void Problems::add(const Json& value, std::string_view pointer, std::string message,
                   std::string hint) {
  if (full()) {
    ++dropped_;
    return;
  }
  kept_.push_back({{file_, std::string(pointer), value.line}, std::move(message), std::move(hint)});
}

void Problems::add(const Json& value, std::string_view pointer, const Error& error) {
  for (const Diagnostic& problem : error.problems()) {
    if (full()) {
      ++dropped_;
      continue;
    }
    Diagnostic& kept = kept_.emplace_back(problem);
    kept.location.file = file_;
    kept.location.pointer.insert(0, pointer);
    if (kept.location.line == 0) kept.location.line = value.line;
  }
}

void Problems::add_unknown(const Json& value, std::string_view pointer, std::string message,
                           std::string_view name, const std::vector<std::string>& valid) {
  add(value, pointer, std::move(message), full() ? std::string() : suggest(name, valid));
}

void Problems::throw_if_any() {
  if (kept_.empty()) return;
  if (dropped_ > 0) kept_.push_back({{file_}, fmt::format("… and {} more", dropped_)});
  throw Error(ErrorCode::usage, std::move(kept_));
}

std::string member_pointer(std::string_view parent, std::string_view key) {
  return fmt::format("{}/{}", parent, escape_pointer(key));
}

std::string element_pointer(std::string_view parent, std::size_t index) {
  return fmt::format("{}/{}", parent, index);
}

std::string shortened(std::string_view text) {
  std::size_t bytes = std::min(text.size(), longest_name);
  const auto inside = [&] { return (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U; };
  while (bytes > 0 && bytes < text.size() && inside()) --bytes;  // keeps UTF-8 characters whole
  return fmt::format("{}{}", text.substr(0, bytes), bytes < text.size() ? "…" : "");
}

std::string quoted(std::string_view text) {
  return fmt::format("'{}'", shortened(text));
}

std::string shown(const Json& value) {
  if (value.is_string()) return quoted(value.as_string());
  if (value.is_array() || value.is_object()) return std::string(value.type_name());
  return value.dump();
}

bool is_comment(std::string_view key) {
  return key.starts_with("//");
}

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto digit = [](char c) { return c >= '0' && c <= '9'; };
  return !text.empty() && text.size() <= longest_name && letter(text.front()) &&
         std::all_of(text.begin(), text.end(),
                     [&](char c) { return letter(c) || digit(c) || c == '_'; });
}

std::string text_member(const Json& object, std::string_view pointer, std::string_view key,
                        Problems& problems) {
  const Json* value = object.find(key);
  if (value == nullptr) return {};
  if (value->is_string()) return value->as_string();
  problems.add(*value, member_pointer(pointer, key), "expected a string, got " + shown(*value));
  return {};
}

void check_keys(const Json& object, std::string_view pointer, const std::vector<std::string>& known,
                Problems& problems) {
  for (const auto& [key, value] : object.as_object()) {
    if (is_comment(key) || std::find(known.begin(), known.end(), key) != known.end()) continue;
    problems.add_unknown(value, member_pointer(pointer, key),
                         fmt::format("unknown key {}", quoted(key)), key, known);
  }
}

}  // namespace overlace

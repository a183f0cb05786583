// SPDX-License-Identifier: Apache-2.0
// Patterns are searched in the file name only: folders may have any name.
#include "io/files/sequence_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace overlace {
namespace {

// "%d" or "%0Nd", where N is one digit.
std::optional<SequencePattern> percent_pattern(const std::string& path, std::size_t name) {
  const std::size_t at = path.find('%', name);
  if (at == std::string::npos) return std::nullopt;
  const std::string_view rest = std::string_view(path).substr(at);
  if (rest.starts_with("%d")) return SequencePattern{path.substr(0, at), path.substr(at + 2)};
  const bool padded =
      rest.size() >= 4 && rest[1] == '0' && rest[2] >= '1' && rest[2] <= '9' && rest[3] == 'd';
  if (!padded) return std::nullopt;
  return SequencePattern{path.substr(0, at), path.substr(at + 4), rest[2] - '0'};
}

}  // namespace

std::optional<SequencePattern> find_pattern(const std::string& path) {
  const std::size_t slash = path.rfind('/');
  const std::size_t name = slash == std::string::npos ? 0 : slash + 1;
  if (auto pattern = percent_pattern(path, name)) return pattern;
  const std::size_t hash = path.find('#', name);
  if (hash == std::string::npos) return std::nullopt;
  const std::size_t end = std::min(path.find_first_not_of('#', hash), path.size());
  return SequencePattern{path.substr(0, hash), path.substr(end), static_cast<int>(end - hash)};
}

std::string SequencePattern::name(std::int32_t number) const {
  return fmt::format("{}{:0{}}{}", before, number, digits, after);
}

std::optional<std::int32_t> SequencePattern::number_in(const std::string& file_name) const {
  const std::string start = std::filesystem::path(before).filename().string();
  if (file_name.size() <= start.size() + after.size()) return std::nullopt;
  if (!file_name.starts_with(start) || !file_name.ends_with(after)) return std::nullopt;
  const std::string_view text = std::string_view(file_name).substr(
      start.size(), file_name.size() - start.size() - after.size());
  const bool plain = std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (!plain || error != std::errc{}) return std::nullopt;
  return number;
}

std::filesystem::path SequencePattern::folder() const {
  const std::filesystem::path parent = std::filesystem::path(before).parent_path();
  return parent.empty() ? "." : parent;
}

bool is_sequence(const std::string& path) {
  return find_pattern(path).has_value();
}

std::string sequence_name(const std::string& path, std::int32_t number) {
  return find_pattern(path).value().name(number);
}

}  // namespace overlace

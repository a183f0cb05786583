// SPDX-License-Identifier: Apache-2.0
// Patterns are searched in the file name only: folders may have any name.
#include "io/files/sequence_name.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "graph/core/error.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// Frames after the last picture can be counted without overflow.
constexpr std::int32_t largest_number = 2'000'000'000;

constexpr std::array<std::string_view, 24> picture_extensions{
    ".png", ".tif", ".tiff", ".exr",  ".jpg", ".jpeg", ".jls",  ".jp2",
    ".j2k", ".dpx", ".bmp",  ".webp", ".ppm", ".pgm",  ".pbm",  ".pnm",
    ".pam", ".qoi", ".tga",  ".sgi",  ".cin", ".avif", ".heic", ".heif"};

bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

/// "%d", or "%0Nd" as printf means it.
std::optional<SequencePattern> percent_pattern(const std::string& path, std::size_t name) {
  const std::size_t at = path.find('%', name);
  if (at == std::string::npos) return std::nullopt;
  constexpr std::size_t widest = 3;  // digits of a width: names have 255 characters at most
  const std::size_t end = path.find_first_not_of("0123456789", at + 1);
  if (end == std::string::npos || path[end] != 'd') return std::nullopt;
  SequencePattern pattern{path.substr(0, at), path.substr(end + 1)};
  const std::string_view width = std::string_view(path).substr(at + 1, end - at - 1);
  if (width.empty()) return pattern;
  const bool is_padded = width.size() >= 2 && width.size() <= widest && width.front() == '0';
  std::from_chars(width.data(), width.data() + width.size(), pattern.digits);
  return is_padded && pattern.digits > 0 ? std::optional(pattern) : std::nullopt;
}

bool has_picture_extension(const std::string& path) {
  std::string extension = fs::path(path).extension().string();
  for (char& c : extension)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::ranges::find(picture_extensions, extension) != picture_extensions.end();
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
  const std::string start = fs::path(before).filename().string();
  if (file_name.size() <= start.size() + after.size()) return std::nullopt;
  if (!file_name.starts_with(start) || !file_name.ends_with(after)) return std::nullopt;
  const std::string_view text = std::string_view(file_name).substr(
      start.size(), file_name.size() - start.size() - after.size());
  if (!std::ranges::all_of(text, is_digit)) return std::nullopt;
  std::int32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number > largest_number)
    throw Error(ErrorCode::limit, fmt::format("has a number beyond {}", largest_number),
                "rename the pictures, so that they are counted from a smaller number",
                SourceLocation{(folder() / file_name).string()});
  return number;
}

fs::path SequencePattern::folder() const {
  const fs::path parent = fs::path(before).parent_path();
  return parent.empty() ? "." : parent;
}

std::string SequencePattern::text() const {
  return digits == 1 ? before + "%d" + after : fmt::format("{}%0{}d{}", before, digits, after);
}

bool is_sequence(const std::string& path) {
  return find_pattern(path).has_value() && has_picture_extension(path);
}

bool reads_sequence(const std::string& path) {
  std::error_code error;
  return is_sequence(path) && !fs::exists(path, error);
}

std::string sequence_name(const std::string& path, std::int32_t number) {
  return find_pattern(path).value().name(number);
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// What is wrong with a name: suggests names from the folder of a missing file.
#include "io/files/named_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <system_error>
#include <vector>

namespace overlace {
namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& folder) {
  constexpr std::size_t most = 1000;
  std::vector<std::string> names;
  std::error_code failure;
  for (fs::directory_iterator entry(folder.empty() ? "." : folder, failure), end;
       !failure && entry != end && names.size() < most; entry.increment(failure))
    names.push_back(entry->path().filename().string());
  return names;
}

std::string hint_for(const fs::path& path) {
  if (is_name_pattern(path))
    return "it is taken as a name; numbered pictures are written as in_%04d.png or in_####.png";
  const std::string near = nearest_name(path.filename().string(), names_in(path.parent_path()));
  if (!near.empty()) return fmt::format("did you mean '{}'?", (path.parent_path() / near).string());
  std::error_code failure;
  const fs::path working = fs::current_path(failure);
  if (failure || !path.is_relative()) return {};
  return fmt::format("relative paths begin in the working folder, {}", working.string());
}

/// Overlace opens no connections. `file://` only needs to be left out.
[[noreturn]] void refuse_address(const std::string& path, ErrorCode code) {
  constexpr std::string_view file_scheme = "file://";
  throw Error(code, "is an address; overlace reads files only",
              path.starts_with(file_scheme)
                  ? fmt::format("give the path: {}", path.substr(file_scheme.size()))
                  : "download it first, or pipe it: ffmpeg -i ADDRESS -c copy -f matroska - | "
                    "overlace render - …",
              SourceLocation{path});
}

}  // namespace

bool is_name_pattern(const fs::path& path) {
  return path.filename().string().find_first_of("*?") != std::string::npos;
}

// RFC 3986: a scheme is a letter, and then letters, digits, '+', '-' and '.'.
bool is_uri(std::string_view name) {
  const std::string_view scheme = name.substr(0, name.find("://"));
  const auto is_letter = [](unsigned char c) { return std::isalpha(c) != 0; };
  const auto may_follow = [](unsigned char c) {
    return std::isalnum(c) != 0 || c == '+' || c == '-' || c == '.';
  };
  return scheme.size() < name.size() && !scheme.empty() && is_letter(scheme[0]) &&
         std::ranges::all_of(scheme, may_follow);
}

void throw_if_missing(const std::string& path, ErrorCode code) {
  std::error_code failure;
  if (path.empty() || fs::exists(path, failure) || failure) return;
  if (is_uri(path)) refuse_address(path, code);
  throw Error(code, "does not exist", hint_for(path), SourceLocation{path});
}

std::string problem_below(const fs::path& path, const std::string& root) {
  const OpenRule rule{.root = fs::absolute(root).string()};
  const fs::path whole = fs::absolute(path);
  const auto text = [&path](const std::string& problem) {
    return problem.empty() ? "" : fmt::format("'{}' {}", path.string(), problem);
  };
  if (is_name_pattern(path)) return text(folder_problem(whole.parent_path().string(), rule));
  const RegularFile file(whole.string(), rule);
  const bool is_harmless = file || file.is_missing() || file.kind() == RegularFile::Kind::folder;
  return is_harmless ? "" : text(file.problem());
}

RegularFile open_regular_file(const std::string& path, const FileNeed& need, ErrorCode code) {
  throw_if_missing(path, code);
  RegularFile file(path);
  using Kind = RegularFile::Kind;
  const auto refuse = [&](const std::string& why, const char* hint = "") {
    throw Error(code, why, hint, SourceLocation{path});
  };
  if (file.kind() == Kind::folder)
    refuse(fmt::format("is a folder, not {}", need.what), need.for_folder);
  if (!file) refuse(file.problem(), file.kind() == Kind::pipe ? need.for_pipe : "");
  if (file.size() == 0) refuse("is empty");
  return file;
}

}  // namespace overlace

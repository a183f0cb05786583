// SPDX-License-Identifier: Apache-2.0
// Suggests names from the folder of a missing file.
#include "io/files/named_file.h"

#include <fmt/format.h>

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

/// Whether a path selects files of a folder: whether there are any is for its reader to say.
bool is_pattern(const fs::path& path) {
  return path.filename().string().find_first_of("*?") != std::string::npos;
}

std::string hint_for(const fs::path& path) {
  const std::string near = nearest_name(path.filename().string(), names_in(path.parent_path()));
  if (!near.empty()) return fmt::format("did you mean '{}'?", (path.parent_path() / near).string());
  std::error_code failure;
  const fs::path working = fs::current_path(failure);
  if (failure || !path.is_relative()) return {};
  return fmt::format("relative paths begin in the working folder, {}", working.string());
}

}  // namespace

void throw_if_missing(const std::string& path, ErrorCode code) {
  std::error_code failure;
  if (is_pattern(path)) return;
  if (path.empty() || fs::exists(path, failure) || failure) return;
  throw Error(code, "does not exist", hint_for(path), SourceLocation{path});
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Compares paths as written, and where they lead.
#include "batch/output_root.h"

#include <fmt/format.h>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"
#include "io/files/temporary.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

bool is_within(const fs::path& path, const fs::path& folder) {
  return (path / "").string().starts_with((folder / "").string());
}

}  // namespace

fs::path common_folder(const fs::path& folder, const fs::path& path) {
  fs::path shared = folder;
  while (!is_within(path, shared) && shared.has_relative_path()) shared = shared.parent_path();
  return shared;
}

void check_is_below(const std::string& output, const std::string& root) {
  const fs::path path = fs::path(output).lexically_normal();
  const bool is_file = path.is_absolute() && path.has_filename();
  if (!is_file || !is_within(path.parent_path(), fs::path(root).lexically_normal()))
    throw Error(ErrorCode::usage, fmt::format("the output '{}' is not in '{}'", output, root));
}

void check_stays_below(const std::string& output, const std::string& root) {
  const fs::path folder = fs::weakly_canonical(folder_of(output));
  if (!is_within(folder, fs::weakly_canonical(root)))
    throw Error(ErrorCode::output,
                fmt::format("a symbolic link takes it to '{}', out of '{}'", folder.string(), root),
                "name the folder behind the link", SourceLocation{output});
}

fs::path own_folder(const fs::path& folder) {
  return folder / ".overlace";
}

std::string own_folder_problem(const fs::path& folder) {
  const fs::path own = own_folder(folder);
  if (std::error_code error; !fs::exists(fs::symlink_status(own, error))) return {};
  return folder_problem(own.string(), {.root = folder.string(), .needs_trusted_owner = true});
}

void make_own_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) fs::create_directory(own_folder(folder), error);
  const std::string problem = error ? error.message() : own_folder_problem(folder);
  if (!problem.empty())
    throw Error(ErrorCode::output, fmt::format("cannot be used: {}", problem), {},
                SourceLocation{own_folder(folder).string()});
}

}  // namespace overlace

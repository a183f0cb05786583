// SPDX-License-Identifier: Apache-2.0
// Makes folders with the access rights 0700, and looks at existing ones.
#include "io/files/private_folder.h"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "graph/core/system_calls.h"

namespace overlace {

std::string private_folder_problem(const std::string& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) != 0) return std::strerror(errno);
  if (!S_ISDIR(status.st_mode)) return "is not a folder";
  if (!is_own(status.st_uid)) return "belongs to another user";
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "others may write to it";
  return {};
}

std::string make_private_folder(const std::string& path) {
  std::filesystem::path folder = std::filesystem::path(path).lexically_normal();
  if (!folder.has_filename()) folder = folder.parent_path();  // "a/b/"
  std::error_code error;
  if (folder.has_parent_path()) std::filesystem::create_directories(folder.parent_path(), error);
  if (error) return error.message();
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return std::strerror(errno);
  return private_folder_problem(folder.string());
}

}  // namespace overlace

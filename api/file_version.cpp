// SPDX-License-Identifier: Apache-2.0
// File versions from stat; nothing is read.
#include "api/file_version.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include "graph/core/error.h"
#include "io/tracks/frame_files.h"

namespace overlace::api {
namespace {

std::string stamp_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return "none";
  return fmt::format("{}:{}:{}.{:09}", status.st_ino, status.st_size, status.st_mtim.tv_sec,
                     status.st_mtim.tv_nsec);
}

/// A folder's own time changes when files are added or removed, but not when one is rewritten.
std::string stamps_of_folder(const std::string& path) {
  std::string stamps = stamp_of(path);
  for (const FrameFile& file : list_frame_files(path).files)
    stamps += ' ' + file.path.filename().string() + ' ' + stamp_of(file.path.string());
  return stamps;
}

}  // namespace

std::string file_version(const std::string& path) {
  if (!is_frame_folder(path)) return stamp_of(path);
  try {
    return stamps_of_folder(path);
  } catch (const Error&) {
    return stamp_of(path);  // whoever reads it reports what is wrong
  }
}

}  // namespace overlace::api

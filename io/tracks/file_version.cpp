// SPDX-License-Identifier: Apache-2.0
// Stamps of one file, or of many; nothing is read.
#include "io/tracks/file_version.h"

#include "graph/core/error.h"
#include "io/files/file_stamp.h"
#include "io/tracks/frame_files.h"

namespace overlace {
namespace {

/// A folder's own time changes when files are added or removed, but not when one is rewritten.
std::string stamps_of_folder(const std::string& path) {
  std::string stamps = file_stamp(path);
  for (const FrameFile& file : list_frame_files(path).files)
    stamps += ' ' + file.path.filename().string() + ' ' + file_stamp(file.path.string());
  return stamps;
}

}  // namespace

std::string file_version(const std::string& path) {
  if (!is_frame_folder(path)) return file_stamp(path);
  try {
    return stamps_of_folder(path);
  } catch (const Error&) {
    return file_stamp(path);  // whoever reads it reports what is wrong
  }
}

}  // namespace overlace

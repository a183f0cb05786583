// SPDX-License-Identifier: Apache-2.0
// Files named by users: an error for a missing one suggests what they may have meant.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "graph/core/error.h"
#include "graph/core/regular_file.h"

namespace overlace {

/// True for an address with a scheme: "s3://bucket/a.mp4", "https://…".
[[nodiscard]] bool is_uri(std::string_view name);

/// Whether a name has wildcards, * or ?, as those of track files may.
[[nodiscard]] bool is_name_pattern(const std::filesystem::path& path);

/// Throws Error(code) if `path` does not exist: with the nearest name in its folder, or else with
/// the working folder, to which relative paths refer. An address is refused as one.
void throw_if_missing(const std::string& path, ErrorCode code);

/// Why a file, folder or pattern of names may not be read if only what lies below the folder `root`
/// may be, without a symbolic link on the way. "" = it may be read, or is missing.
[[nodiscard]] std::string problem_below(const std::filesystem::path& path, const std::string& root);

/// What a regular file is needed for, and what to do instead for other kinds.
struct FileNeed {
  const char* what;  ///< "a video file"
  const char* for_folder = "";
  const char* for_pipe = "";
};
/// Opens a file that is not empty. Throws Error(code) with the true reason if that fails.
[[nodiscard]] RegularFile open_regular_file(const std::string& path, const FileNeed& need,
                                            ErrorCode code);

/// Returns read(path). If that fails and the file does not exist, throws as throw_if_missing. What
/// a pattern of names selects is for its reader to say.
template <class Read>
[[nodiscard]] auto read_named_file(const std::string& path, const Read& read) {
  try {
    return read(path);
  } catch (const Error& error) {
    if (!is_name_pattern(path)) throw_if_missing(path, error.code());
    throw;
  }
}

}  // namespace overlace

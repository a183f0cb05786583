// SPDX-License-Identifier: Apache-2.0
// Finds videos by name, by folder and by pattern.
#pragma once

#include <string>
#include <vector>

namespace overlace {

/// A video that was found.
struct FoundInput {
  std::string path;
  std::string rel{};  ///< its folder relative to the one searched; "" if none was searched
};

/// What `source` names, sorted by name: a file or a pattern of numbered pictures stands for itself,
/// a folder for the videos in it and below; `*`, `?` and `[` match names. Hidden files, temporary
/// files (*.part, *.tmp), files without a video's extension and outputs of a batch, which have a
/// receipt beside them, are no inputs of folders and patterns. Throws Error(usage) if nothing is
/// found, except for folders and patterns that `may_be_empty`; Error(input) for a folder that
/// cannot be listed. Unreadable subfolders, and folders that disappear meanwhile, are left out.
[[nodiscard]] std::vector<FoundInput> find_inputs(const std::string& source,
                                                  bool may_be_empty = false);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Videos by name, by folder and by pattern.
#pragma once

#include <string>
#include <vector>

namespace overlace {

/// A video that was found.
struct FoundInput {
  std::string path;
  std::string rel{};  ///< its folder below the one that was searched; "" where none was
};

/// What `source` names, in the order of names: a file or a pattern of numbered pictures is itself,
/// a folder stands for the videos in it and below, `*`, `?` and `[` match names. Hidden files,
/// temporaries (*.part, *.tmp), files without a video's extension and outputs of a batch, which
/// have a receipt beside them, are no inputs of folders and patterns. Throws Error(usage) where
/// there is nothing, but for folders and patterns that `may_be_empty`; Error(input) for a folder
/// that cannot be listed. What may not be read is left out, as are folders that go meanwhile.
[[nodiscard]] std::vector<FoundInput> find_inputs(const std::string& source,
                                                  bool may_be_empty = false);

}  // namespace overlace

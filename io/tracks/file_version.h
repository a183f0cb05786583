// SPDX-License-Identifier: Apache-2.0
// Whether a file, or a folder of track files, is still the one that was read.
#pragma once

#include <string>

namespace overlace {

/// Identifies the content of a file by its size and time of writing; for a folder of tracks, by
/// those of all its files. A missing file has a version, too.
[[nodiscard]] std::string file_version(const std::string& path);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Whether a file is still what it was.
#pragma once

#include <string>

namespace overlace {

/// The stamp of a missing file.
inline constexpr const char* no_file_stamp = "none";

/// Identifies the content of a file by its inode, size and time of writing.
[[nodiscard]] std::string file_stamp(const std::string& path);

}  // namespace overlace

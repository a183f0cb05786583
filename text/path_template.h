// SPDX-License-Identifier: Apache-2.0
// Paths of which templates write a part: "icons/{class}.png".
#pragma once

#include <string>
#include <vector>

namespace overlace {

/// Files that one path template may name at most.
inline constexpr std::size_t most_template_files = 4096;

/// The files that a path template may name, sorted: those in its folder whose names have any
/// characters in the places of its fields. A path without fields is itself, whether or not it is
/// there; "" is none. Throws Error(usage) for fields in the name of a folder, and for more files
/// than most_template_files; Error(input) for a folder that cannot be read.
[[nodiscard]] std::vector<std::string> files_like(const std::string& path_template);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Paths with template fields: "icons/{class}.png".
#pragma once

#include <string>
#include <vector>

namespace overlace {

/// The most files that one path template may name.
inline constexpr std::size_t most_template_files = 4096;

/// The files that a path template may name, sorted: those in its folder whose names match with
/// any characters in place of the fields. A path without fields yields itself, whether or not it
/// exists; "" yields none. Throws Error(usage) for fields in a folder's name, for a folder that
/// cannot be read, and for more files than most_template_files.
[[nodiscard]] std::vector<std::string> files_like(const std::string& path_template);

}  // namespace overlace

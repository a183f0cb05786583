// SPDX-License-Identifier: Apache-2.0
// Whether a file is still the one that was read.
#pragma once

#include <string>

namespace overlace::api {

/// Tells one content of a file from another by its size and its time of writing; for a folder of
/// tracks, those of all its files. A file that is not there has a version, too.
[[nodiscard]] std::string file_version(const std::string& path);

}  // namespace overlace::api

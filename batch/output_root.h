// SPDX-License-Identifier: Apache-2.0
// The folder below which a batch writes.
#pragma once

#include <filesystem>
#include <string>

namespace overlace {

/// The deepest folder that contains both paths, or is one of them. Both are absolute.
[[nodiscard]] std::filesystem::path common_folder(const std::filesystem::path& folder,
                                                  const std::filesystem::path& path);

/// Throws Error(usage) if an output's name, without a look at the disk, is not below `root`. Both
/// are absolute.
void check_is_below(const std::string& output, const std::string& root);

/// Throws Error(output) if symbolic links take an output's folder elsewhere than below `root`.
void check_stays_below(const std::string& output, const std::string& root);

/// The folder, in that of an output, for locks, receipts and outputs in the making.
[[nodiscard]] std::filesystem::path own_folder(const std::filesystem::path& folder);

/// Why `own_folder(folder)` may not be used: it is a symbolic link, or belongs to another user than
/// this one, the administrator and the owner of `folder`. "" if it may be, or does not exist.
[[nodiscard]] std::string own_folder_problem(const std::filesystem::path& folder);

/// Makes `own_folder(folder)` where it is missing. Throws Error(output) if it may not be used.
void make_own_folder(const std::filesystem::path& folder);

}  // namespace overlace

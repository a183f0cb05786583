// SPDX-License-Identifier: Apache-2.0
// Shared by files and folders that appear under their names only when they are complete.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace overlace {

/// The folder that `path` is in.
[[nodiscard]] std::filesystem::path folder_of(const std::filesystem::path& path);

/// `path` with symbolic links resolved; unchanged where nothing exists there.
[[nodiscard]] std::string resolved(const std::string& path);

/// True when both names lead to the same file or folder, which need not exist yet.
[[nodiscard]] bool are_same(const std::string& a, const std::string& b);

/// `name` and `suffix` together. Where a file system takes no names of that length, the end of
/// `name` gives way to a digest of it.
[[nodiscard]] std::string name_with(const std::string& name, const std::string& suffix);

/// Throws Error(usage) if a file system takes no name as long as one in `path`.
void check_name_lengths(const std::filesystem::path& path);

/// A file or folder under a temporary name, locked by this process.
struct Temporary {
  std::string path;
  int file = -1;  ///< its descriptor, which holds the lock
};

/// Makes a temporary for `target`: hidden, in the target's own folder so that the rename stays on
/// one file system, and under the same name in every run, so that leftovers of killed runs are
/// found and removed. Concurrent runs have one each. `make` returns a descriptor of the new file or
/// folder, or -1 with errno set; so does this function on failure.
[[nodiscard]] Temporary make_temporary(const std::filesystem::path& target,
                                       const std::function<int(const char* path)>& make);

/// Renames a file within its file system; returns 0 or an errno. With `overwrite` off nothing is
/// replaced (EEXIST); only on a file system that can neither rename nor link without replacing, a
/// file that appears at that very moment is.
[[nodiscard]] int rename_file(const std::string& from, const std::string& to, bool overwrite);

/// Makes new names survive a power cut; skipped on file systems that cannot flush folders.
void flush_folder(const std::filesystem::path& folder);

}  // namespace overlace

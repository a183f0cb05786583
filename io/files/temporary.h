// SPDX-License-Identifier: Apache-2.0
// What files and folders share that appear under their names only when they are whole.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace overlace {

/// The folder that `path` is in.
[[nodiscard]] std::filesystem::path folder_of(const std::filesystem::path& path);

/// `path` with symbolic links resolved; as it is where nothing is there.
[[nodiscard]] std::string resolved(const std::string& path);

/// True when both names lead to one file or folder, which need not be there yet.
[[nodiscard]] bool are_same(const std::string& a, const std::string& b);

/// A file or folder under a name of its own, locked by this process.
struct Temporary {
  std::string path;
  int file = -1;  ///< its descriptor, which holds the lock
};

/// Makes a temporary for `target`: hidden, in the target's own folder so that the rename stays on
/// one file system, and the same in every run, so that what a killed run left is found and removed.
/// Runs at the same time have one each. `make` returns a descriptor of the new file or folder, or
/// -1 with errno set; on failure so does this.
[[nodiscard]] Temporary make_temporary(const std::filesystem::path& target,
                                       const std::function<int(const char* path)>& make);

/// Gives a file another name on the same file system: 0, or the errno of what failed. Where
/// `overwrite` is off nothing is replaced (EEXIST); only on a file system that can neither rename
/// nor link so, a file that comes in that moment is.
[[nodiscard]] int rename_file(const std::string& from, const std::string& to, bool overwrite);

/// Makes new names survive a power cut; file systems without folder flush are left alone.
void flush_folder(const std::filesystem::path& folder);

}  // namespace overlace

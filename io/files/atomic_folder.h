// SPDX-License-Identifier: Apache-2.0
// A folder of files, written under a temporary name and renamed when it is complete.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "io/files/atomic_output.h"

namespace overlace {

/// Whether a file of that name may be lost when its folder is replaced.
using ReplaceableName = std::function<bool(const std::string& name)>;

/// Throws Error(usage) when the folder `path` may not be written under `policy`: it is not empty
/// and `overwrite` is off, or it holds files that are not `replaceable`; it is or holds one of the
/// inputs; it is the current folder, or a file. Throws Error(output) when its parent folder is
/// missing or not writable.
void check_output_folder(const std::string& path, const OutputPolicy& policy,
                         const ReplaceableName& replaceable);

/// A folder under a temporary name beside the target. `commit` flushes it to disk and renames it;
/// without `commit` the destructor removes it. As with AtomicOutput, temporaries are locked, and
/// those of killed runs are removed.
class AtomicFolder {
 public:
  /// Checks as `check_output_folder` and creates the temporary. Throws Error(usage), Error(output).
  AtomicFolder(const std::string& path, OutputPolicy policy, ReplaceableName replaceable);
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  /// Adds a file. Throws Error(output), also when there is already one of that name.
  void write(const std::string& name, std::string_view text);
  /// Gives the folder its name, replacing an existing one. Throws Error(output); Error(usage),
  /// leaving everything as it was, when something was added to the existing folder meanwhile.
  void commit();

 private:
  void replace();
  [[noreturn]] void fail(const char* what, int error) const;

  std::string path_;    ///< as the user gave it
  std::string target_;  ///< with symbolic links resolved
  OutputPolicy policy_;
  ReplaceableName replaceable_;
  std::string temporary_;
  int folder_ = -1;
};

}  // namespace overlace

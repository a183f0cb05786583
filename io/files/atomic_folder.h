// SPDX-License-Identifier: Apache-2.0
// A folder of files that appears under its name only when it is whole.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>

#include "io/files/atomic_output.h"

namespace overlace {

/// Whether a folder being replaced may lose a file of that name.
using ReplaceableName = std::function<bool(const std::string& name)>;

/// Throws Error(usage) when the folder `path` may not be written under `policy`: it holds anything
/// and `overwrite` is off, or anything but files that are `replaceable`; it is one of the inputs or
/// holds one; it is the current folder, or a file. Throws Error(output) when the folder around it
/// is missing or may not be written to.
void check_output_folder(const std::string& path, const OutputPolicy& policy,
                         const ReplaceableName& replaceable);

/// A folder under a temporary name beside the target. `commit` flushes it to the disk and renames
/// it; without `commit` the destructor removes it. Temporaries are locked, and removed where a run
/// was killed, as those of AtomicOutput.
class AtomicFolder {
 public:
  /// Checks as `check_output_folder` and creates the temporary. Throws Error(usage), Error(output).
  AtomicFolder(const std::string& path, OutputPolicy policy, ReplaceableName replaceable);
  ~AtomicFolder();
  AtomicFolder(const AtomicFolder&) = delete;
  AtomicFolder& operator=(const AtomicFolder&) = delete;

  /// Adds a file. Throws Error(output), also when there is one of that name already.
  void write(const std::string& name, std::string_view text);
  /// Puts the folder under its name, in place of the one that was there. Throws Error(output), and
  /// Error(usage) when something came into that one meanwhile; then all is as it was.
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

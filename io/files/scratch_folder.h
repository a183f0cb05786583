// SPDX-License-Identifier: Apache-2.0
// A folder for files that nobody keeps.
#pragma once

#include <filesystem>

namespace overlace {

/// A new folder that only this user may enter, in $XDG_RUNTIME_DIR or the system's folder for
/// temporary files. It goes with this object, and all that it holds.
class ScratchFolder {
 public:
  /// Throws Error(output).
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace overlace

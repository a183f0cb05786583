// SPDX-License-Identifier: Apache-2.0
// A file that is edited here, and at any time elsewhere.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace overlace {

/// The content of a small file, and the way to replace it without losing what others have written
/// meanwhile. A new version is written beside the file under a hidden name, flushed, and exchanged
/// with it (renameat2, RENAME_EXCHANGE); what comes out is compared with what was read. If it is
/// something else, the two are exchanged back. So nobody sees half of a version, and none is
/// overwritten unread; where a file system cannot exchange names, one that is written at the moment
/// of the rename may be. Programs that use this class wait for each other.
///
/// Name, symbolic links to it and permissions stay, and owner and group where the system allows;
/// hard links go on naming the old content.
class SharedFile {
 public:
  /// Reads the file, `limit` bytes at most. Throws Error(input) if it cannot be read.
  SharedFile(std::string path, std::size_t limit);

  /// As it was read or saved last.
  [[nodiscard]] const std::string& text() const { return text_; }
  /// Reads it again. Returns whether it has changed.
  bool reload();
  /// Gives the file a new content, if it still has `text()`. Returns false if not: then it keeps
  /// what somebody else has written, and `text()` stays as it is. Throws Error(output) if it cannot
  /// be written; then nothing has changed.
  [[nodiscard]] bool replace(std::string_view text);

 private:
  std::string path_;    ///< as the user gave it
  std::string target_;  ///< with symbolic links resolved
  std::size_t limit_;
  std::string text_;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The file of the document that is edited, which others may change at any time.
#pragma once

#include <optional>
#include <string>

#include "io/files/file_watch.h"
#include "io/files/shared_file.h"

namespace overlace {

/// A document's file, which need not exist yet.
class EditedFile {
 public:
  /// `text` is the document where there is no file. Throws Error(input).
  EditedFile(std::string path, std::string text);

  [[nodiscard]] const std::string& path() const { return path_; }
  /// As it was read or saved last.
  [[nodiscard]] const std::string& text() const { return file_ ? file_->text() : text_; }
  /// Names that text: "" before the file exists.
  [[nodiscard]] std::string hash() const;

  /// Saves a text that was made from the one with the hash `base`. Returns false, and reads what
  /// the file holds, if that is another one. Throws Error(output); then nothing has changed.
  [[nodiscard]] bool save(const std::string& text, const std::string& base);
  /// Whether somebody else has changed the file since it was read or saved here; reads it.
  [[nodiscard]] bool follow();
  /// Whether it has been read or saved here, and is no longer there. Saving makes it anew.
  [[nodiscard]] bool is_gone() const;

 private:
  std::string path_, text_;
  std::optional<SharedFile> file_;  ///< none: it does not exist yet
  FileWatch watch_;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Unsaved texts, kept for the next start in case that this one ends badly.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "graph/core/file_descriptor.h"

namespace overlace {

/// A text that was not saved.
struct Draft {
  std::string text;
  std::string base;         ///< the text of the file that it was made from
  std::int64_t time_s = 0;  ///< when it was kept, since 1970
  friend bool operator==(const Draft&, const Draft&) = default;
};

/// The drafts of one document. They lie in a folder that only this user may enter, with those of
/// other documents, ten in all; the oldest give way. An editor locks its own, so that others do not
/// take it for one that was left behind.
class Drafts {
 public:
  /// Looks for a draft that an editor of this document has left behind. Where `folder` is "", or
  /// cannot be trusted, none is found.
  Drafts(std::filesystem::path folder, const std::string& document);

  /// The newest one that another editor has left behind.
  [[nodiscard]] const std::optional<Draft>& left() const { return left_; }
  /// This editor's.
  [[nodiscard]] const std::optional<Draft>& own() const { return own_; }
  /// Keeps a text in place of the one before it. Throws Error(output); then that one is still kept.
  void keep(Draft draft);
  void drop_own();
  void drop_left();

 private:
  [[nodiscard]] std::filesystem::path path_of(const std::string& suffix) const;
  void remove_oldest() const;

  std::filesystem::path folder_, left_path_{};
  std::string document_, name_;  ///< as a file name without its end
  std::optional<Draft> own_{}, left_{};
  FileDescriptor lock_{};  ///< of the own one
};

}  // namespace overlace

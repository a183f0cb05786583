// SPDX-License-Identifier: Apache-2.0
// What files contain, and how to know without reading them again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/json.h"

namespace overlace {

/// Changes whenever a file's content does. Times are only compared for equality, so clocks do not
/// matter.
struct FileIdentity {
  std::uint64_t device = 0, inode = 0;
  std::int64_t bytes = 0, written_ns = 0, changed_ns = 0;  ///< size, mtime, ctime
  friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// A file that a render reads, or has read.
struct ReadFile {
  std::string role;  ///< "input", "tracks", "font sans-serif", "node logo path"
  std::string path;
  FileIdentity identity{};
  std::string hash{};  ///< XXH3-128 of its content, 32 hexadecimal digits

  [[nodiscard]] Json json() const;
  /// Nothing if `json` is not a file.
  [[nodiscard]] static std::optional<ReadFile> of(const Json& json);
};

/// Nothing if it is not a regular file.
[[nodiscard]] std::optional<FileIdentity> identity_of(const std::string& path);

/// True for a file written less than two seconds ago, or as little in the future: it may change
/// again within one tick of its file system's clock and keep its identity.
[[nodiscard]] bool was_just_written(const FileIdentity& identity);

/// XXH3-128 of the content, as text. Throws Error(input).
[[nodiscard]] std::string hash_of_file(const std::string& path);

/// Determines identity and content hash of every file; the hash is taken from a file of `known`
/// with the same identity. The identity of a file that was just written is left empty, so that it
/// never matches. Throws Error(input).
void look_at(std::vector<ReadFile>& files, const std::vector<ReadFile>& known);

/// True if the files are unchanged since they were looked at.
[[nodiscard]] bool are_unchanged(const std::vector<ReadFile>& files);

/// "0123456789abcdef…" of a digest's two halves.
[[nodiscard]] std::string digest_text(std::string_view content);

}  // namespace overlace

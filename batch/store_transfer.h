// SPDX-License-Identifier: Apache-2.0
// Videos stored elsewhere, such as in an object store: the user's programs bring inputs and take
// outputs away. Incomplete files are never taken for complete ones.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "batch/clip.h"

namespace overlace {

/// Where fetched files are kept until they are rendered: a folder per clip, in which a file gets
/// its name only once it is complete.
///
///     out/.overlace/clip.mp4.fetched/walk-0f3a…9b.mov
class ScratchFolder {
 public:
  /// In `root`, or beside the clip's output if `root` is "".
  ScratchFolder(const BatchClip& clip, const std::string& root);

  /// The file for a URI. Its name differs from version to version.
  [[nodiscard]] std::string file(const std::string& uri) const;
  /// A temporary name for an incomplete file, with the same extension; unique to this process.
  [[nodiscard]] std::string temporary(const std::string& uri) const;
  /// Makes the folder, and removes everything but the files of these URIs. Throws Error(output).
  void clear(const std::vector<std::string>& uris) const;
  /// Flushes a file that is complete under its temporary name, and gives it its final one. Throws
  /// Error(output).
  void keep(const std::string& uri) const;
  /// Removes the folder and its content.
  void remove() const;

 private:
  [[nodiscard]] std::filesystem::path name_of(const std::string& uri) const;
  std::optional<std::filesystem::path> beside_;  ///< the output's folder, without a root
  std::filesystem::path folder_;
  std::string version_;
};

/// Called now and then while a program runs; an exception ends the program.
using TransferCheck = std::function<void()>;

/// Local paths of fetched files, by their URIs.
using FetchedFiles = std::map<std::string, std::string>;

/// Fetches the clip's input and those of its file options that need it, with the clip's command,
/// unless an earlier attempt has. While the program prints, computes or writes, the parent is
/// notified (see DispatchHooks::render). Throws Error(unavailable) with the program's exit code and
/// last lines if it fails, Error(usage) if it cannot be started. Precondition: the clip is fetched.
[[nodiscard]] FetchedFiles fetch(const BatchClip& clip, const ScratchFolder& scratch,
                                 const TransferCheck& check);

/// Takes the clip's output away with its command, and then records that in its receipt. Throws as
/// `fetch` does. Precondition: the output is in place and has a receipt.
void publish(const BatchClip& clip, const TransferCheck& check);

/// `words` with `{path}` and `{uri}` filled in; filled-in text is not expanded again.
[[nodiscard]] std::vector<std::string> fill_in(const std::vector<std::string>& words,
                                               const std::string& path, const std::string& uri);

}  // namespace overlace

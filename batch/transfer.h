// SPDX-License-Identifier: Apache-2.0
// Videos that lie elsewhere, such as in an object store: programs of the user's bring inputs and
// take outputs away. What they leave half is never taken for whole.
#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "batch/clip.h"

namespace overlace {

/// Where fetched files lie until they are rendered: a folder of the clip's own, in which a file has
/// its name only once it is whole.
///
///     out/.overlace/clip.mp4.fetched/walk-0f3a…9b.mov
class ScratchFolder {
 public:
  /// In `root`, or beside the clip's output where that is "".
  ScratchFolder(const BatchClip& clip, const std::string& root);

  /// The name in it of what a URI stands for. It differs from one version to another.
  [[nodiscard]] std::string file(const std::string& uri) const;
  /// A name for what is not whole yet, with the same extension; this process's own.
  [[nodiscard]] std::string temporary(const std::string& uri) const;
  /// Makes the folder, and removes all but the files of these URIs. Throws Error(output).
  void clear(const std::vector<std::string>& uris) const;
  /// Flushes what has become whole under its temporary name, and gives it its own. Throws
  /// Error(output).
  void keep(const std::string& uri) const;
  /// Removes the folder and what is in it.
  void remove() const;

 private:
  [[nodiscard]] std::filesystem::path name_of(const std::string& uri) const;
  std::filesystem::path folder_;
  std::string version_;
};

/// Called now and then while a program runs; ends the program by throwing.
using TransferCheck = std::function<void()>;

/// Files that are here now, by their URIs.
using FetchedFiles = std::map<std::string, std::string>;

/// Brings the clip's input and its file options that are fetched by its command, unless an earlier
/// attempt has. While the program prints, computes or writes, the parent hears of it (see
/// DispatchHooks::render). Throws Error(unavailable) with the program's exit code and its last
/// lines where it fails, Error(usage) where it cannot be started. Precondition: the clip is
/// fetched.
[[nodiscard]] FetchedFiles fetch(const BatchClip& clip, const ScratchFolder& scratch,
                                 const TransferCheck& check);

/// Takes the clip's output away by its command, and then says so in its receipt. Throws as `fetch`
/// does. Precondition: the output is in place, with a receipt.
void publish(const BatchClip& clip, const TransferCheck& check);

/// `words` with `{path}` and `{uri}` filled in; what is filled in is not looked at again.
[[nodiscard]] std::vector<std::string> fill_in(const std::vector<std::string>& words,
                                               const std::string& path, const std::string& uri);

}  // namespace overlace

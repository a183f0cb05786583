// SPDX-License-Identifier: Apache-2.0
// Videos that lie elsewhere, such as in an object store: programs of the user's bring inputs and
// take outputs away. What they leave half is never taken for whole.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "batch/clip.h"

namespace overlace {

/// Where a fetched input lies until it is rendered: a folder of the clip's own, in which a file has
/// its name only once it is whole.
///
///     out/.overlace/clip.mp4.fetched/walk-0f3a…9b.mov
class ScratchFolder {
 public:
  /// In `root`, or beside the clip's output where that is "".
  ScratchFolder(const BatchClip& clip, const std::string& root);

  /// The input's name in it. It differs from one version of the input to another.
  [[nodiscard]] std::string input() const { return (folder_ / name_).string(); }
  /// A name for what is not whole yet, with the input's extension; this process's own.
  [[nodiscard]] std::string temporary() const;
  /// Makes the folder, and removes all but the input. Throws Error(output).
  void clear() const;
  /// Flushes what has become whole, and gives it the input's name. Throws Error(output).
  void keep(const std::string& temporary) const;
  /// Removes the folder and what is in it.
  void remove() const;

 private:
  std::filesystem::path folder_, name_;
};

/// Called now and then while a program runs; ends the program by throwing.
using TransferCheck = std::function<void()>;

/// Brings the clip's input by its command, unless an earlier attempt has, and returns where it is.
/// While the program prints, computes or writes, the parent hears of it (see
/// DispatchHooks::render). Throws Error(unavailable) with the program's exit code and its last
/// lines where it fails, Error(usage) where it cannot be started. Precondition: the clip is
/// fetched.
[[nodiscard]] std::string fetch(const BatchClip& clip, const ScratchFolder& scratch,
                                const TransferCheck& check);

/// Takes the clip's output away by its command, and then says so in its receipt. Throws as `fetch`
/// does. Precondition: the output is in place, with a receipt.
void publish(const BatchClip& clip, const TransferCheck& check);

/// `words` with `{path}` and `{uri}` filled in; what is filled in is not looked at again.
[[nodiscard]] std::vector<std::string> fill_in(const std::vector<std::string>& words,
                                               const std::string& path, const std::string& uri);

}  // namespace overlace

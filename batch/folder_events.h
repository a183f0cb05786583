// SPDX-License-Identifier: Apache-2.0
// Notices when something arrives in folders, so that they need not be polled.
#pragma once

#include <string>
#include <vector>

#include "graph/core/file_descriptor.h"

namespace overlace {

/// Linux's inotify on the folders that find_inputs searches. It says when to search, not what for:
/// a search misses nothing when events are merged or lost to overflow.
class FolderEvents {
 public:
  /// `sources` as find_inputs takes them: folders, including subfolders, patterns of names, files.
  explicit FolderEvents(std::vector<std::string> sources);

  /// True if a file or a folder may have arrived since the last call.
  [[nodiscard]] bool happened();
  /// Why folders must be polled nevertheless: a network file system, which reports only this
  /// machine's changes, a pattern of folders, or more folders than the system can watch. "" = every
  /// change is seen.
  [[nodiscard]] const std::string& blind_because() const { return blind_because_; }

 private:
  void listen();
  void listen_to_source(const std::string& source);
  void listen_to(const std::string& folder);

  std::vector<std::string> sources_;
  FileDescriptor inotify_;
  std::string blind_because_{};
};

}  // namespace overlace

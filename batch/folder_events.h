// SPDX-License-Identifier: Apache-2.0
// Hears that something has come into folders, so that nobody has to look all the time.
#pragma once

#include <string>
#include <vector>

#include "batch/file_descriptor.h"

namespace overlace {

/// Linux's inotify over the folders that find_inputs searches. It tells that one should look, and
/// not what for: who looks misses nothing that two events said in one, or that none had room for.
class FolderEvents {
 public:
  /// `sources` as find_inputs takes them: folders, with those below, patterns of names, files.
  explicit FolderEvents(std::vector<std::string> sources);

  /// A file or a folder may have come since the last call.
  [[nodiscard]] bool happened();
  /// Why one has to look at times all the same: a network file system, which tells of this
  /// machine's doings only, a pattern of folders, too many folders for the system. "" = all is
  /// heard.
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

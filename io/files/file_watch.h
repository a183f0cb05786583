// SPDX-License-Identifier: Apache-2.0
// Notices when files are written or replaced.
#pragma once

#include <chrono>
#include <map>
#include <string>
#include <vector>

#include "graph/core/file_descriptor.h"

namespace overlace {

/// Watches files through their folders, by Linux's inotify: editors do not write into a file but
/// rename another one over it. Stamps are compared as well, because network file systems report
/// only this machine's changes; such a change counts when two looks have found it. A file that is
/// gone has not changed until it is back.
class FileWatch {
 public:
  FileWatch();

  /// These files are watched from now on, and no others; in a folder, everything that is directly
  /// in it. Names that do not exist yet may appear later. Changes of files that were watched before
  /// are not lost.
  void watch(const std::vector<std::string>& paths);
  /// Waits until files have changed since the last call, or since they have been watched, at most
  /// until `longest` has passed or a signal has come. Returns their names as given.
  [[nodiscard]] std::vector<std::string> wait(std::chrono::milliseconds longest);

 private:
  struct File {
    std::string stamp;
    bool has_event = false;
    std::string seen{};  ///< another stamp, at the last look, without an event
  };
  /// What an event in a folder may be about.
  struct Name {
    int folder = -1;   ///< inotify's number
    std::string name;  ///< "" = anything in it
    std::string path;  ///< as given
  };
  void listen(const std::string& path);
  void listen_in(const std::string& folder, const std::string& name, const std::string& path);
  void take_events();
  [[nodiscard]] std::vector<std::string> changed();

  FileDescriptor inotify_;  ///< none if the system has no more of them
  std::vector<Name> names_;
  std::map<std::string, File> files_;  ///< by path as given
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Contents of files, kept until the files change.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

#include "io/tracks/file_version.h"

namespace overlace {

/// What was read from files, the newest content of each. One thread at a time.
template <class Content>
class FileMemory {
 public:
  using Read = std::function<std::shared_ptr<const Content>(const std::string& path)>;

  /// The same as `read`, but a file is read again only once it has changed. This object must
  /// outlive it.
  [[nodiscard]] Read around(Read read) {
    return [this, read = std::move(read)](const std::string& path) {
      std::string version = file_version(path);
      const auto kept = kept_.find(path);
      if (kept != kept_.end() && kept->second.version == version) return kept->second.content;
      std::shared_ptr<const Content> content = read(path);
      kept_[path] = {std::move(version), content};
      return content;
    };
  }

 private:
  struct Kept {
    std::string version;
    std::shared_ptr<const Content> content;
  };
  std::map<std::string, Kept> kept_;  ///< by path
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Tracks as they were read before, so that the tasks of a farm do not parse the same file again.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/data/tracks.h"
#include "io/tracks/reader.h"

namespace overlace {

/// What one table is kept under: the content of the file or folder and of what stands beside it,
/// its path, how it is to be read, and the sources of the readers. Whoever changes a reader has
/// nothing to remember: its tables are kept under other names.
class TrackCacheEntry {
 public:
  /// Reads the whole input to hash it. Throws Error(input) when it cannot be read.
  TrackCacheEntry(const std::filesystem::path& input, const TrackReadOptions& options);

  /// The table and its report; nothing when there is none, or what is there is damaged.
  [[nodiscard]] std::optional<TrackTable> load(TrackReport& report) const;
  /// Keeps them, whole or not at all. Returns why that was not possible, or "".
  [[nodiscard]] std::string store(const TrackTable& table, const TrackReport& report) const;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  using Key = std::array<std::uint64_t, 2>;

  std::filesystem::path path_;
  Key key_{};
};

/// What stands beside tracks and is read with them: names of classes, facts of the sequence. Each
/// folder is looked at once; so one of these serves one look at many tracks, and is then forgotten.
class TrackCompanions {
 public:
  /// Those in `folder` and in the two folders above it.
  [[nodiscard]] const std::vector<std::filesystem::path>& beside(
      const std::filesystem::path& folder);

 private:
  std::map<std::string, std::vector<std::filesystem::path>> found_;  ///< by folder
};

/// Every file that reading `input` may open: itself, or those of its folder, and its companions.
/// Throws Error(input) for a folder without files.
[[nodiscard]] std::vector<std::filesystem::path> files_of_tracks(const std::filesystem::path& input,
                                                                 TrackCompanions& companions);

/// Where caches are kept unless a folder is named: overlace/tracks in $XDG_CACHE_HOME, or in
/// ~/.cache. Throws Error(usage) when neither variable is set.
[[nodiscard]] std::filesystem::path default_track_cache();

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Caches parsed tracks, so that the tasks of a farm do not parse the same file again.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "graph/core/digest.h"
#include "graph/data/tracks.h"
#include "io/tracks/reader.h"

namespace overlace {

/// The digest of all rows and names of a table; derived columns follow from them.
[[nodiscard]] Digest::Value digest_of(const TrackTable& table);

/// The digest of everything that decides how track files are read, but the files themselves.
[[nodiscard]] Digest::Value digest_of(const TrackReadOptions& options);

/// Identifies a cached table by the content of the file or folder and its companions, its path, the
/// read options, and the sources of the readers. After a change to a reader nothing needs to be
/// cleared: its tables get new names.
class TrackCacheEntry {
 public:
  /// Reads the whole input to hash it. Throws Error(input) when it cannot be read.
  TrackCacheEntry(const std::filesystem::path& input, const TrackReadOptions& options);
  /// A table in a folder, under the digest of all that it depends on.
  TrackCacheEntry(const std::filesystem::path& folder, const Digest::Value& key);

  /// The table and its report; nothing when they are not cached or damaged, or when others may have
  /// written them.
  [[nodiscard]] std::optional<TrackTable> load(TrackReport& report) const;
  /// Stores them, completely or not at all. Returns why that failed, or "".
  [[nodiscard]] std::string store(const TrackTable& table, const TrackReport& report) const;

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  using Key = Digest::Value;

  std::filesystem::path path_;
  Key key_{};
};

/// Files beside tracks that are read with them: class names, sequence information. Each folder is
/// listed only once, so use one object per scan of many tracks, and then discard it.
class TrackCompanions {
 public:
  /// Those in `folder` and in the two folders above it.
  [[nodiscard]] const std::vector<std::filesystem::path>& beside(
      const std::filesystem::path& folder);

 private:
  std::map<std::string, std::vector<std::filesystem::path>> found_;  ///< by folder
};

/// Every file that reading `input` may open: itself, or the files of its folder, and its
/// companions. Throws Error(input) for a folder without files.
[[nodiscard]] std::vector<std::filesystem::path> files_of_tracks(const std::filesystem::path& input,
                                                                 TrackCompanions& companions);

/// The user's folder for caches of this name: overlace/NAME in $XDG_CACHE_HOME, or in ~/.cache; ""
/// when neither variable is set.
[[nodiscard]] std::filesystem::path user_cache(const char* name);

/// Deletes cached tables, the longest unused first, until a folder holds at most `bytes` of them.
void trim_track_cache(const std::filesystem::path& folder, std::uint64_t bytes);

}  // namespace overlace

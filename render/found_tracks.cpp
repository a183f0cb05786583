// SPDX-License-Identifier: Apache-2.0
// Keys, and the notes that say what happened.
#include "render/found_tracks.h"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "io/read/clip_identity.h"
#include "io/tracks/table_cache.h"
#include "track_finder_version.h"

namespace overlace {
namespace {

class FoundTracks final : public FoundTables {
 public:
  FoundTracks(std::filesystem::path folder, std::string video, const TrackReadOptions& reading,
              LogSink log)
      : folder_(std::move(folder)),
        video_(std::move(video)),
        reading_(digest_of(reading)),
        log_(std::move(log)) {}

  std::optional<TrackTable> find(const std::string& node, const Digest::Value& key) override {
    const std::optional<TrackCacheEntry> entry = entry_of(key);
    if (!entry) return std::nullopt;
    TrackReport none;
    std::optional<TrackTable> table = entry->load(none);
    if (table && log_)
      log_(fmt::format("{}: tracks of an earlier run, from {}; --found-cache off looks again", node,
                       folder_.string()));
    return table;
  }

  void keep(const std::string& node, const Digest::Value& key, const TrackTable& table) override {
    const std::optional<TrackCacheEntry> entry = entry_of(key);
    if (!entry) return;
    const std::string problem = entry->store(table, {});
    if (problem.empty()) trim_track_cache(folder_, found_tracks_bytes);
    if (!log_) return;
    log_(problem.empty()
             ? fmt::format(
                   "{}: kept for the next run; 'overlace tracks make' saves tracks as a file", node)
             : fmt::format("{}: not kept for the next run: {}", node, problem));
  }

 private:
  [[nodiscard]] std::optional<TrackCacheEntry> entry_of(const Digest::Value& key) {
    if (!is_looked_at_) clip_ = identity_of_clip(video_);
    is_looked_at_ = true;
    if (!clip_) return std::nullopt;
    Digest digest;
    digest.add(track_finder_version);
    for (const Digest::Value& part : {*clip_, reading_, key}) digest.add(&part, sizeof part);
    return TrackCacheEntry(folder_, digest.value());
  }

  std::filesystem::path folder_;
  std::string video_;
  Digest::Value reading_;
  LogSink log_;
  bool is_looked_at_ = false;
  std::optional<Digest::Value> clip_;  ///< once looked at; nothing for a pipe
};

}  // namespace

std::shared_ptr<FoundTables> found_tracks(std::filesystem::path folder, std::string video,
                                          const TrackReadOptions& reading, LogSink log) {
  return std::make_shared<FoundTracks>(std::move(folder), std::move(video), reading,
                                       std::move(log));
}

}  // namespace overlace

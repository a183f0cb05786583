// SPDX-License-Identifier: Apache-2.0
// Watches folders in which videos keep arriving.
#pragma once

#include <chrono>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "batch/contents.h"
#include "batch/folder_events.h"
#include "batch/planning.h"
#include "graph/core/error.h"
#include "graph/core/log.h"

namespace overlace {

/// Looks for new videos: when the folders report changes, while a new video is not ready, and now
/// and then; continually if the folders report nothing. It goes by names and sizes, on every file
/// system. A video is taken once it appears complete: its size and time have been stable for a
/// while, nobody has it open for writing, and what its row needs, such as its track file, exists.
class Watch {
 public:
  struct Settings {
    double settle_s = 10;  ///< how long a video must have been unchanged
    double scan_s = 2;     ///< between searches, if there is reason to search
    double rescan_s = 60;  ///< between searches, if there is none
  };

  /// `request` says what to look for. `log` gets, once per video, why a new one is not taken.
  Watch(PlanRequest request, Settings settings, LogSink log);

  /// The clips that have become ready since the last call; searches at most once per `scan_s`.
  /// `log` gets folders that report nothing, and a source that cannot be searched, such as a share
  /// that is away for a moment: all wait until it is back.
  [[nodiscard]] std::vector<BatchClip> ready();

 private:
  using Clock = std::chrono::steady_clock;
  struct Seen {
    FileIdentity identity;
    Clock::time_point since;
  };
  [[nodiscard]] bool is_settled(const std::string& path);
  [[nodiscard]] std::vector<std::string> settled_inputs();
  [[nodiscard]] std::vector<BatchClip> plan(std::span<const std::string> inputs);
  [[nodiscard]] bool has_reason_to_look();
  void miss(const Error& error);
  void find_again();
  void plan_some(std::span<const std::string> inputs, std::vector<BatchClip>& clips);

  PlanRequest request_;
  Settings settings_;
  LogSink log_;
  FolderEvents events_;
  bool has_events_ = false;  ///< since the last search
  bool is_away_ = false;     ///< a source cannot be searched
  Clock::time_point last_scan_{};
  std::set<std::string> known_, refused_;  ///< paths of inputs
  std::map<std::string, Seen> seen_;
};

}  // namespace overlace

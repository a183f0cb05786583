// SPDX-License-Identifier: Apache-2.0
// Folders into which videos keep coming.
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

/// Looks for videos that have come: when the folders tell that something has, while one that has is
/// not ready, and now and then; all the time where folders tell nothing. It goes by names and
/// sizes, on every file system. A video is taken once it is whole as far as one can see: it has had
/// the same size and time for a while, nobody has it open for writing, and what its row needs, such
/// as its track file, is there.
class Watch {
 public:
  struct Settings {
    double settle_s = 10;  ///< how long a video must have stayed as it is
    double scan_s = 2;     ///< from one look to the next, where there is reason to look
    double rescan_s = 60;  ///< from one look to the next, where there is none
  };

  /// `request` is looked for. `log` hears, once for each video, why one that has come is not taken.
  Watch(PlanRequest request, Settings settings, LogSink log);

  /// The clips that have become ready since the last call; at most one look per `scan_s`. `log`
  /// hears of folders that tell nothing, and where a source cannot be looked at, as a share that is
  /// away for a moment: all wait until it is back.
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
  bool has_heard_ = false;  ///< since the last look
  bool is_away_ = false;    ///< something that is watched
  Clock::time_point last_scan_{};
  std::set<std::string> known_, refused_;  ///< paths of inputs
  std::map<std::string, Seen> seen_;
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// How far a batch has come: a line on a terminal, lines in a pipe, JSON, or what Open Job
// Description reads.
#pragma once

#include <chrono>

#include "batch/dispatcher.h"

namespace overlace {

/// `automatic` is a line that is written anew where stderr is a terminal, else plain lines.
enum class BatchProgressMode { automatic, plain, json, openjd, none };

class BatchProgressView {
 public:
  explicit BatchProgressView(BatchProgressMode mode);

  /// Shows it where enough time has passed.
  void update(const BatchProgress& now);
  /// Tells that a clip has been settled. Those that went well only where programs read.
  void settled(const BatchClip& clip, const ClipRecord& record, const std::string& log);
  /// The last word. `exit_code` is the batch's.
  void end(const BatchProgress& now, int exit_code);
  /// A note to the user, above the line.
  void note(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  void clear_line();

  BatchProgressMode mode_;
  Clock::time_point last_{};
  bool line_shown_ = false;
};

/// "198 done, 1 done with loss, 1 failed".
[[nodiscard]] std::string counts_text(const std::map<ClipState, std::int64_t>& clips);

}  // namespace overlace

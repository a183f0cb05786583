// SPDX-License-Identifier: Apache-2.0
// A batch's progress: a line on a terminal, lines in a pipe, JSON, or the format of Open Job
// Description.
#pragma once

#include <chrono>

#include "batch/dispatcher.h"

namespace overlace {

/// `automatic` is one line, rewritten in place, if stderr is a terminal, else plain lines.
enum class BatchProgressMode { automatic, plain, json, openjd, none };

class BatchProgressView {
 public:
  explicit BatchProgressView(BatchProgressMode mode);

  /// Shows the progress if enough time has passed.
  void update(const BatchProgress& now);
  /// Reports a settled clip. Clips that went well are only reported in formats for programs.
  void settled(const BatchClip& clip, const ClipRecord& record, const std::string& log);
  /// Prints the final state. `exit_code` is the batch's.
  void end(const BatchProgress& now, int exit_code);
  /// Prints a note to the user above the line.
  void note(const std::string& text);

 private:
  using Clock = std::chrono::steady_clock;
  void clear_line();
  [[nodiscard]] std::string line(const std::string& text) const;

  BatchProgressMode mode_;
  Clock::time_point last_{};
  bool line_shown_ = false;
};

/// A state as people see it: a clip that runs while its batch does not was interrupted.
[[nodiscard]] std::string_view shown_state(ClipState state, bool is_running);
/// "198 done, 1 done with loss, 1 failed".
[[nodiscard]] std::string counts_text(const std::map<ClipState, std::int64_t>& clips,
                                      bool is_running = true);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// A render's progress: a bar on a terminal, lines in a pipe, or JSON.
#pragma once

#include <chrono>
#include <string>

#include "cli/rate_meter.h"
#include "cli/run_report.h"
#include "render/transcode.h"

namespace overlace {

/// `none` prints nothing; `automatic` is a bar when stderr is a terminal, else plain lines.
enum class ProgressMode { automatic, plain, json, none };

/// Prints at most a few times a second, and when all frames are done. The bar goes to stderr; lines
/// and JSON go to stdout, flushed line by line. Speeds and the remaining time are based on the last
/// ten seconds.
class Progress {
 public:
  explicit Progress(ProgressMode mode);

  /// A render begins; `frames_total` is 0 when unknown.
  void start(const RunReport& report, std::int64_t frames_total);
  /// A pass over the clip begins: "tracks" or "render".
  void begin_pass(const std::string& name);
  void update(const TranscodeProgress& now);
  /// Nothing more is done, and there is nothing to report: a bar disappears.
  void clear_bar();
  /// The final state, also of a failed run: always printed except for `none`.
  void end(const RunReport& report);
  /// Since this object was made.
  [[nodiscard]] double seconds() const;

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] double time_left(const TranscodeProgress& now) const;
  void print_bar(const TranscodeProgress& now);
  void print_line(const TranscodeProgress& now) const;
  void print_json(const TranscodeProgress& now) const;

  ProgressMode mode_;
  Clock::time_point start_ = Clock::now(), last_{};
  std::string pass_;
  RateMeter frames_, media_;
  bool bar_shown_ = false;
  bool complete_ = false;  ///< the last update included all frames
};

}  // namespace overlace

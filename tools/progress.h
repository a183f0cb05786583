// SPDX-License-Identifier: Apache-2.0
// How far a render has come: a bar on a terminal, lines in a pipe, or JSON.
#pragma once

#include <chrono>
#include <string>

#include "io/transcode.h"

namespace overlace {

/// `none` prints nothing; `automatic` is a bar when stderr is a terminal, else plain lines.
enum class ProgressMode { automatic, plain, json, none };

/// Throws Error(usage) for an unknown name.
[[nodiscard]] ProgressMode progress_mode(const std::string& name);

/// Prints at most a few times a second. The bar goes to stderr; lines and JSON go to stdout,
/// flushed.
class Progress {
 public:
  explicit Progress(ProgressMode mode);
  void update(const TranscodeProgress& now);
  /// The last word: always printed but for `none`.
  void finish(const TranscodeResult& result, const std::string& output);

 private:
  using Clock = std::chrono::steady_clock;
  [[nodiscard]] double seconds() const;
  void print_bar(const TranscodeProgress& now) const;
  void print_line(const TranscodeProgress& now) const;
  void print_json(const TranscodeProgress& now) const;

  ProgressMode mode_;
  Clock::time_point start_ = Clock::now(), last_{};
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Standard output as the place for a video.
#pragma once

#include <memory>
#include <string>

#include "io/write/frame_sink.h"

namespace overlace {

/// Keeps standard output for video while it lives: what is printed meanwhile goes to standard
/// error.
class StandardOutput {
 public:
  /// Throws Error(output).
  StandardOutput();
  ~StandardOutput();
  StandardOutput(const StandardOutput&) = delete;
  StandardOutput& operator=(const StandardOutput&) = delete;

  /// Where the video goes.
  [[nodiscard]] int descriptor() const { return video_; }

 private:
  int video_;
};

/// Takes standard output where `output` is "-"; else null. Throws Error(usage) when it is a
/// terminal.
[[nodiscard]] std::unique_ptr<StandardOutput> take_standard_output(const std::string& output);

}  // namespace overlace

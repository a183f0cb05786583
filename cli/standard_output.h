// SPDX-License-Identifier: Apache-2.0
// Standard output as the destination of a video.
#pragma once

#include <memory>
#include <string>

#include "io/write/frame_sink.h"

namespace overlace {

/// Reserves standard output for video during its lifetime: other output goes to standard error.
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

/// Takes standard output if `output` is "-"; else null. Throws Error(usage) if it is a terminal.
[[nodiscard]] std::unique_ptr<StandardOutput> take_standard_output(const std::string& output);

}  // namespace overlace

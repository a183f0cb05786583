// SPDX-License-Identifier: Apache-2.0
// Passes over a clip before anything is drawn, as the user sees them.
#pragma once

#include <optional>

#include "cli/interrupt.h"
#include "cli/progress.h"
#include "graph/core/time.h"

namespace overlace {

/// Shows the progress of an analysis, which calls it with every frame, and lets it be stopped. Both
/// arguments are borrowed.
class FirstPass {
 public:
  FirstPass(const ClipInfo& clip, Progress& progress) : clip_(clip), progress_(progress) {}

  void operator()(std::int32_t frame) {
    if (!listening_) listening_.emplace();
    Interrupt::throw_if_asked();
    if (frame == clip_.first_frame) progress_.begin_pass("tracks");
    progress_.update(
        {frame - clip_.first_frame + 1, clip_.frame_count, 0, time_of(clip_, frame).shown_s});
  }

 private:
  const ClipInfo& clip_;
  Progress& progress_;
  std::optional<Interrupt::Listening> listening_;
};

}  // namespace overlace

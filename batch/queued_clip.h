// SPDX-License-Identifier: Apache-2.0
// Clips on their way through a batch: numbers of a plan's rows, and what a queue asks of them. The
// plan has the clip, and the journal its record.
#pragma once

#include <cstdint>
#include <functional>

#include "batch/clip_list.h"
#include "batch/journal.h"
#include "batch/survey.h"

namespace overlace {

/// A clip of a plan, as it waits or is settled.
struct QueuedClip {
  std::uint32_t row = 0;  ///< of the plan
  int priority = 0;
  ClipState state = ClipState::waiting;
  bool is_part = false, is_joined = false;
  bool runs_alone = false;
  bool off_gpu = false;  ///< it did not fit into a GPU's memory
};

/// A clip of which one knows what is to be done.
struct AssessedClip {
  QueuedClip queued;
  const BatchClip& clip;
  const ClipRecord& record;
  bool has_changed = false;  ///< the journal has another record, or none
};

struct Assessment {
  const Journal* journal = nullptr;  ///< nullptr: there is none so far
  /// It did since the journal was written. A clip that ran then may have been the reason; one whose
  /// batch was killed was not.
  bool machine_went_down = false;
  std::function<void()> between{};                ///< called before each clip; may throw
  std::function<void(const AssessedClip&)> take;  ///< gets them in the order of the plan
};

/// Brings the records of the clips from number `first` on up to date (see Survey::assess), parts
/// with regard to what they are joined to: they are done where that is, and it is joined again
/// where one of them is to be rendered. What a killed run has left running is waiting, or poison.
void assess(const ClipList& clips, std::size_t first, Survey& survey, const Assessment& how);

}  // namespace overlace

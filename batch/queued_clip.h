// SPDX-License-Identifier: Apache-2.0
// Clips on their way through a batch: row numbers of a plan, and what a queue needs to know. The
// plan has the clip itself, and the journal its record.
#pragma once

#include <cstdint>
#include <functional>

#include "batch/clip_list.h"
#include "batch/journal.h"
#include "batch/survey.h"

namespace overlace {

/// A clip of a plan, waiting or settled.
struct QueuedClip {
  std::uint32_t row = 0;  ///< of the plan
  int priority = 0;
  ClipState state = ClipState::waiting;
  bool is_part = false, is_joined = false;
  bool runs_alone = false;
  bool off_gpu = false;  ///< it did not fit into a GPU's memory
};

/// A clip, and what is to be done with it.
struct AssessedClip {
  QueuedClip queued;
  const BatchClip& clip;
  const ClipRecord& record;
  bool has_changed = false;  ///< differs from the journal's record, or has none there
};

struct Assessment {
  const Journal* journal = nullptr;  ///< null: there is none so far
  /// Since the journal was written. A clip that was running then may be the cause; a clip whose
  /// batch was merely killed is not.
  bool machine_went_down = false;
  std::function<void()> between{};                ///< called before each clip; may throw
  std::function<void(const AssessedClip&)> take;  ///< gets the clips in plan order
};

/// Updates the records of the clips from row `first` on (see Survey::assess). A part is done if its
/// joined clip is, and a clip is joined again if one of its parts is to be rendered. Clips that a
/// killed run left as running become waiting, or poison.
void assess(const ClipList& clips, std::size_t first, Survey& survey, const Assessment& how);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Long clips of a batch: where to cut them, and how to join their parts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/batch_plan.h"
#include "batch/survey.h"

namespace overlace {

/// The frames of the parts in which a clip is rendered, each of `each` frames or a few more, so
/// that key frames stay where they are in a whole render; empty for a clip that is too short, and
/// for pictures. An `each` of 0 means twenty seconds' work on a fast machine. Counts the clip's
/// frames. Throws Error(usage) for options that cannot be used with parts; Error(input).
[[nodiscard]] std::vector<std::string> cut_clip(const BatchClip& clip, std::int64_t each);

/// Joins the parts of a clip, writes the receipt, gives the output its name and removes the parts;
/// as the child of a dispatcher. If a part is incomplete, or another program or encoder made it,
/// throws Error(input) with the frames that must be rendered first. Returns the exit code: that of
/// a render with loss if a part had one.
int join_clip(const BatchClip& clip, bool overwrite, Survey& survey, const StagingFolder& staging);

}  // namespace overlace

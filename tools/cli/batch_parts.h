// SPDX-License-Identifier: Apache-2.0
// Long clips of a batch: where they are cut, and how their parts are joined.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "batch/plan.h"
#include "batch/survey.h"

namespace overlace {

/// Frames of the parts that a clip is rendered in, of `each` frames or a few more, so that key
/// frames stay where they are in a whole render; empty for a clip that is too short, and for
/// pictures. 0 stands for twenty seconds' work of a fast machine. Counts the clip's frames. Throws
/// Error(usage) for options that do not go with parts; Error(input).
[[nodiscard]] std::vector<std::string> cut_clip(const BatchClip& clip, std::int64_t each);

/// Joins the parts of a clip, writes the receipt, gives the output its name and removes the parts,
/// as the child of a dispatcher. Throws Error(input) with the frames that have to be rendered
/// first, where not all parts are whole or one was made by another program or encoder.
/// Returns the exit code: that of a render with loss, where a part was.
int join_clip(const BatchClip& clip, bool overwrite, Survey& survey, const StagingFolder& staging);

}  // namespace overlace

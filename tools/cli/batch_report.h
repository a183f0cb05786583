// SPDX-License-Identifier: Apache-2.0
// What has become of the clips of a batch, as texts.
#pragma once

#include <map>
#include <string>

#include "batch/dispatcher.h"
#include "batch/journal.h"
#include "batch/plan.h"

namespace overlace {

/// A row per clip, in the order of the plan: CSV with a heading, or a JSON array.
[[nodiscard]] std::string report_text(const BatchPlan& plan,
                                      const std::map<std::string, ClipRecord>& records, bool json);

/// What a run would do: counts by state, the clips that it would render, their size.
[[nodiscard]] std::string rehearsal_text(const BatchPlan& plan,
                                         const std::vector<QueuedClip>& clips);

/// Prints how far the batch is that writes into `root`, or that is kept in `state`; of the one that
/// ran last where both are empty. Returns the exit code.
int show_status(const std::string& root, const std::string& state, bool json);
/// Prints why a clip of it would be rendered, and what came of it.
int show_reason(const std::string& root, const std::string& state, const std::string& id);
/// Prints a row per clip.
int show_report(const std::string& root, const std::string& state, bool json);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace batch: what is typed, and what is done with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/plan.h"
#include "batch/planning.h"
#include "batch/user_command.h"
#include "batch/watch.h"
#include "tools/cli/batch_progress.h"
#include "tools/cli/options.h"

namespace overlace {

/// What a run may use, and how it shows itself.
struct BatchRun {
  int jobs = 0;               ///< clips at once; 0 = half as many as cores
  std::vector<Lane> lanes{};  ///< named devices, instead of `jobs` on those that clips choose
  double stall_s = 300, wait_space_s = 600, retry_wait_s = 60;
  std::string scratch;  ///< folder for what is fetched; "" = beside the outputs
  bool keep_scratch = false;
  std::string state;  ///< folder; "" = that of the outputs
  BatchProgressMode progress = BatchProgressMode::automatic;
  std::string report;  ///< CSV or JSON file, by its extension; "" = none
  Shard shard{};       ///< the clips that this run takes
  bool verify = false, dry_run = false;
  ArgumentVector on_end{}, on_fail{};  ///< commands, run in the end and for every clip that failed
  std::string move_done;               ///< folder for inputs of clips that are done; "" = they stay
  bool accept_loss = false;    ///< clips that are done with loss do not make the exit code 3
  bool redo_upgraded = false;  ///< outputs that another version of the program made are made again
  std::optional<Watch::Settings> watch{};  ///< goes on with videos that come, until it is stopped
};

/// A batch as it is typed: a plan, or what to make one of.
struct BatchSource {
  PlanRequest request;
  /// Frames of the parts that long clips are rendered in (see cut_clip); unset = in none.
  std::optional<std::int64_t> part_frames{};
  std::vector<TypedOption> options;  ///< of all clips
};

/// The exit code of a batch of which some clips failed.
inline constexpr int some_clips_failed = 8;

/// The plan that is named, or that is made of what is named. Throws Error(usage) with all problems.
[[nodiscard]] BatchPlan plan_of(const BatchSource& source);

/// Renders what is not done. Returns the exit code.
int run_batch(BatchPlan plan, const BatchRun& run);
/// Joins what other machines have rendered in parts, and prints which clips and frames are missing.
/// Returns the exit code: `some_clips_failed` where something is.
int collect_batch(BatchPlan plan, const BatchRun& run);
/// Renders what is there and what comes. Returns the exit code.
int watch_batch(const BatchSource& source, const BatchRun& run);

/// Clears the record of clips that failed, of those named or of all, and renders them. `root` names
/// the batch by the folder of its outputs; "" = the one that ran last.
int retry_batch(const std::string& root, const std::vector<std::string>& ids, const BatchRun& run);

}  // namespace overlace

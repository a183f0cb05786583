// SPDX-License-Identifier: Apache-2.0
// overlace batch: what the user types, and what is done with it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "batch/batch_plan.h"
#include "batch/planning.h"
#include "batch/user_command.h"
#include "batch/watch.h"
#include "cli/batch_progress.h"
#include "cli/options.h"

namespace overlace {

/// What a run may use, and how it reports.
struct BatchRun {
  int jobs = 0;               ///< clips at once; 0 = half the number of cores
  std::vector<Lane> lanes{};  ///< named devices, instead of `jobs` on those that clips choose
  double stall_s = 300, wait_space_s = 600, retry_wait_s = 60;
  bool overwrite = false;        ///< files that no batch made may be replaced
  bool allows_programs = false;  ///< programs that rows name may be run
  std::string scratch;           ///< folder for fetched files; "" = beside the outputs
  bool keep_scratch = false;
  std::string state;  ///< folder; "" = that of the outputs
  BatchProgressMode progress = BatchProgressMode::automatic;
  std::string report;  ///< CSV or JSON file, by its extension; "" = none
  Shard shard{};       ///< the clips that this run takes
  bool verify = false, dry_run = false;
  ArgumentVector on_end{}, on_fail{};  ///< commands, run at the end and for every failed clip
  std::string move_done;               ///< folder for inputs of finished clips; "" = they stay
  bool accept_loss = false;            ///< clips that are done with loss do not cause exit code 3
  bool redo_upgraded = false;  ///< outputs made by another version of the program are made again
  std::optional<Watch::Settings> watch{};  ///< continues with videos that arrive, until stopped
};

/// A batch as typed: a plan, or what to make one from.
struct BatchSource {
  PlanRequest request;
  /// Frames of the parts in which long clips are rendered (see cut_clip); unset = no parts.
  std::optional<std::int64_t> part_frames{};
  std::vector<TypedOption> options;  ///< for all clips
};

/// The exit code of a batch in which some clips failed.
inline constexpr int some_clips_failed = 8;

/// The named plan, or one made from the sources. Throws Error(usage) with all problems.
[[nodiscard]] BatchPlan plan_of(const BatchSource& source);

/// Renders everything that is not done. Returns the exit code.
int run_batch(BatchPlan plan, const BatchRun& run);
/// Joins what other machines have rendered in parts, and prints which clips and frames are missing.
/// Returns the exit code: `some_clips_failed` if something is.
int collect_batch(BatchPlan plan, const BatchRun& run);
/// Renders existing videos and new ones as they arrive. Returns the exit code.
int watch_batch(const BatchSource& source, const BatchRun& run);

/// Clears the records of failed clips, of those named or of all, and renders them. `root` names the
/// batch by its output folder; "" = the latest one.
int retry_batch(const std::string& root, const std::vector<std::string>& ids, const BatchRun& run);

}  // namespace overlace

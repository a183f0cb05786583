// SPDX-License-Identifier: Apache-2.0
// A plan as a job for another engine: files that people read, edit and submit. Each task renders a
// shard of the plan; one more task, after all others, collects.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "batch/batch_plan.h"

namespace overlace {

struct FarmJob {
  std::string plan;    ///< absolute path on a disk shared by all machines
  int tasks = 1;       ///< shards
  std::string folder;  ///< contains the plan, inputs and outputs; "/" if they share none
  std::string image;   ///< container image, for engines that need one
  /// What the user allows the job to do: options of 'batch run' and 'batch collect'.
  std::vector<std::string> permissions{};
};

/// A file of a job.
struct JobFile {
  std::string name, text;
  bool is_program = false;
};

enum class FarmEngine : std::uint8_t { slurm, openjd, kubernetes, aws_batch };

/// The job of a plan stored in the file `plan_path`, without permissions. `tasks` 0 means a task
/// per part and per hundred whole clips, at most a thousand.
[[nodiscard]] FarmJob farm_job(const BatchPlan& plan, const std::string& plan_path, int tasks,
                               const std::string& image);

/// The files of a job, to be written into one folder. Throws Error(usage) if the engine needs
/// something that the job lacks.
[[nodiscard]] std::vector<JobFile> job_files(const FarmJob& job, FarmEngine engine);

// One per engine.
[[nodiscard]] std::vector<JobFile> slurm_files(const FarmJob& job);
[[nodiscard]] std::vector<JobFile> openjd_files(const FarmJob& job);
[[nodiscard]] std::vector<JobFile> kubernetes_files(const FarmJob& job);
[[nodiscard]] std::vector<JobFile> aws_batch_files(const FarmJob& job);

/// `words` and then the job's permissions: the command line of a program, as a list.
[[nodiscard]] Json command_of(const FarmJob& job, std::vector<std::string> words);

/// `text` as an indented JSON document. "@NAME" stands for a value of `values`, with its quotes or
/// brackets. Values are not filled in again.
[[nodiscard]] std::string filled_in(std::string_view text,
                                    const std::vector<std::pair<std::string, Json>>& values);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// A plan as a job of somebody else's engine: files that people read, change and submit. Each task
// takes a shard of the plan; one more, after all of them, collects.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "batch/plan.h"

namespace overlace {

struct FarmJob {
  std::string plan;    ///< absolute path on a disk that all machines share
  int tasks = 1;       ///< shards
  std::string folder;  ///< holds the plan, inputs and outputs; "/" where they share none
  std::string image;   ///< of containers, for engines that run such
};

/// A file of a job.
struct JobFile {
  std::string name, text;
  bool is_program = false;
};

enum class FarmEngine : std::uint8_t { slurm, openjd, kubernetes, aws_batch };

/// The job of a plan that is kept in the file `plan_path`. `tasks` 0 stands for a task per part and
/// per hundred whole clips, and a thousand at most.
[[nodiscard]] FarmJob farm_job(const BatchPlan& plan, const std::string& plan_path, int tasks,
                               const std::string& image);

/// The files of a job, to be written into one folder. Throws Error(usage) where the engine wants
/// what the job does not have.
[[nodiscard]] std::vector<JobFile> job_files(const FarmJob& job, FarmEngine engine);

// One engine each.
[[nodiscard]] std::vector<JobFile> slurm_files(const FarmJob& job);
[[nodiscard]] std::vector<JobFile> openjd_files(const FarmJob& job);
[[nodiscard]] std::vector<JobFile> kubernetes_files(const FarmJob& job);
[[nodiscard]] std::vector<JobFile> aws_batch_files(const FarmJob& job);

/// `text` as a JSON document, indented. "@NAME" stands for a value: of `values`, with its quotes.
[[nodiscard]] std::string filled_in(std::string text,
                                    const std::vector<std::pair<std::string, Json>>& values);

}  // namespace overlace

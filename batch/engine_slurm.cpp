// SPDX-License-Identifier: Apache-2.0
// Slurm: an array of shards, and a job that collects after all of them.
#include <fmt/format.h>

#include "batch/farm_job.h"

namespace overlace {
namespace {

/// Quotes a text as one shell word.
std::string quoted(const std::string& text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? "'\\''" : std::string(1, c);
  return word + "'";
}

// Without srun, preemption signals would not reach the batch.
constexpr const char* shards = R"sh(#!/bin/sh
#SBATCH --job-name=overlace --array=0-{last}
#SBATCH --ntasks=1 --cpus-per-task=2 --mem=2G
#SBATCH --requeue --open-mode=append --output=shard.%a.log
# Add --gres=gpu:1 where clips shall be drawn on GPUs.
state=$(mktemp -d) || exit 75
trap 'rm -rf "$state"' EXIT
srun "${{OVERLACE:-overlace}}" batch run {plan} --shard "$SLURM_ARRAY_TASK_ID/{tasks}" \
  --state "$state" --accept-loss --retry-wait 5 --progress plain{permissions}
code=$?
# Killed, or without a device: once more, three times at most. What is done stays done.
case $code in 75|137|143)
  [ "${{SLURM_RESTART_COUNT:-0}}" -lt 3 ] && scontrol requeue "$SLURM_JOB_ID" && sleep 60 ;;
esac
exit $code
)sh";

constexpr const char* collect = R"sh(#!/bin/sh
#SBATCH --job-name=overlace-collect --ntasks=1 --cpus-per-task=1 --mem=1G
#SBATCH --requeue --open-mode=append --output=collect.log
state=$(mktemp -d) || exit 75
trap 'rm -rf "$state"' EXIT
srun "${{OVERLACE:-overlace}}" batch collect {plan} --state "$state" --progress plain{permissions}
)sh";

constexpr const char* submit = R"sh(#!/bin/sh
# submit.sh [options of sbatch]: prints the numbers of both jobs.
cd "$(dirname "$0")" || exit 2
job=$(sbatch --parsable "$@" shards.sh) || exit
echo "$job"
exec sbatch --parsable --dependency=afterany:"$job" "$@" collect.sh
)sh";

}  // namespace

std::vector<JobFile> slurm_files(const FarmJob& job) {
  const std::string plan = quoted(job.plan);
  std::string permissions;
  for (const std::string& option : job.permissions) permissions += " " + option;
  return {
      {"shards.sh",
       fmt::format(shards, fmt::arg("last", job.tasks - 1), fmt::arg("plan", plan),
                   fmt::arg("tasks", job.tasks), fmt::arg("permissions", permissions)),
       true},
      {"collect.sh",
       fmt::format(collect, fmt::arg("plan", plan), fmt::arg("permissions", permissions)), true},
      {"submit.sh", submit, true}};
}

}  // namespace overlace

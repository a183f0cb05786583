// SPDX-License-Identifier: Apache-2.0
// AWS Batch: a job definition, an array of shards, and a job that collects.
#include <fmt/format.h>

#include <algorithm>

#include "batch/farm_job.h"

namespace overlace {
namespace {

constexpr int fewest_tasks = 2;  ///< the minimum for an array

// AWS allows five rules. An exit that none matches would be retried, so the last matches all.
constexpr const char* definition = R"({
  "jobDefinitionName": "overlace",
  "type": "container",
  "retryStrategy": {"attempts": 4, "evaluateOnExit": [
    {"onStatusReason": "Host EC2*", "action": "RETRY"},
    {"onExitCode": "75", "action": "RETRY"},
    {"onExitCode": "137", "action": "RETRY"},
    {"onExitCode": "143", "action": "RETRY"},
    {"onExitCode": "*", "action": "EXIT"}
  ]},
  "containerProperties": {
    "image": @image,
    "command": ["overlace", "--version"],
    "resourceRequirements": [{"type": "VCPU", "value": "2"}, {"type": "MEMORY", "value": "4096"}],
    "mountPoints": [{"sourceVolume": "shared", "containerPath": @folder}],
    "volumes": [{"name": "shared", "host": {"sourcePath": @folder}}]
  }
})";

constexpr const char* shards = R"({
  "jobName": "overlace-shards",
  "jobQueue": "overlace",
  "jobDefinition": "overlace",
  "arrayProperties": {"size": @tasks},
  "containerOverrides": {"command": @run}
})";

constexpr const char* collect = R"({
  "jobName": "overlace-collect",
  "jobQueue": "overlace",
  "jobDefinition": "overlace",
  "containerOverrides": {"command": @collect}
})";

// A job never starts if its dependency failed, so collect.json is submitted after the array's end.
constexpr const char* submit = R"sh(#!/bin/sh
# submit.sh [options of aws]: registers the definition, and submits the shards.
cd "$(dirname "$0")" || exit 2
aws "$@" batch register-job-definition --cli-input-json file://definition.json || exit
exec aws "$@" batch submit-job --cli-input-json file://shards.json
)sh";

}  // namespace

std::vector<JobFile> aws_batch_files(const FarmJob& job) {
  const int tasks = std::max(job.tasks, fewest_tasks);
  const std::string run = fmt::format(
      "exec overlace batch run \"$0\" --shard "
      "\"$AWS_BATCH_JOB_ARRAY_INDEX/{}\" --state /tmp/state --accept-loss --retry-wait 5 \"$@\"",
      tasks);
  const std::vector<std::pair<std::string, Json>> values{
      {"tasks", tasks},
      {"image", job.image},
      {"folder", job.folder},
      {"run", command_of(job, {"sh", "-c", run, job.plan})},
      {"collect",
       command_of(job, {"overlace", "batch", "collect", job.plan, "--state", "/tmp/state"})}};
  return {{"definition.json", filled_in(definition, values)},
          {"shards.json", filled_in(shards, values)},
          {"collect.json", filled_in(collect, values)},
          {"submit.sh", submit, true}};
}

}  // namespace overlace

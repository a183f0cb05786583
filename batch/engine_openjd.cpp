// SPDX-License-Identifier: Apache-2.0
// Open Job Description, used by Deadline Cloud: a step of shards, and one that collects.
#include <fmt/format.h>

#include "batch/farm_job.h"

namespace overlace {
namespace {

// The command is the program itself: a shell in between would keep signals from it. Default paths
// are relative to the template.
constexpr const char* job_template = R"({
  "specificationVersion": "jobtemplate-2023-09",
  "name": "overlace",
  "parameterDefinitions": [
    {"name": "Plan", "type": "PATH", "objectType": "FILE", "dataFlow": "IN", "default": "plan.jsonl"},
    {"name": "Program", "type": "STRING", "default": "overlace"}
  ],
  "steps": [
    {
      "name": "Render",
      "parameterSpace": {"taskParameterDefinitions": [{"name": "Shard", "type": "INT", "range": @range}]},
      "script": {"actions": {"onRun": {
        "command": "{{Param.Program}}",
        "args": @run,
        "cancelation": {"mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 30}
      }}}
    },
    {
      "name": "Collect",
      "dependencies": [{"dependsOn": "Render"}],
      "script": {"actions": {"onRun": {
        "command": "{{Param.Program}}",
        "args": @collect,
        "cancelation": {"mode": "NOTIFY_THEN_TERMINATE", "notifyPeriodInSeconds": 30}
      }}}
    }
  ]
})";

}  // namespace

std::vector<JobFile> openjd_files(const FarmJob& job) {
  const std::string shard = fmt::format("{{{{Task.Param.Shard}}}}/{}", job.tasks);
  const std::string range = fmt::format("0-{}", job.tasks - 1);
  const std::string plan = "{{Param.Plan}}", state = "{{Session.WorkingDirectory}}/state";
  const Json run = command_of(job, {"batch", "run", plan, "--shard", shard, "--state", state,
                                    "--accept-loss", "--retry-wait", "5", "--progress", "openjd"});
  const Json collect =
      command_of(job, {"batch", "collect", plan, "--state", state, "--progress", "openjd"});
  return {{"job.json",
           filled_in(job_template, {{"range", range}, {"run", run}, {"collect", collect}})}};
}

}  // namespace overlace

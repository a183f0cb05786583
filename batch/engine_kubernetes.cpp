// SPDX-License-Identifier: Apache-2.0
// Kubernetes: an indexed job of shards, and a job that collects.
#include <fmt/format.h>

#include <filesystem>

#include "batch/farm_job.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

// Exit codes 1, 2 and 8 are not tried again. Disruptions do not count; other ends do.
constexpr const char* shards = R"({
  "apiVersion": "batch/v1",
  "kind": "Job",
  "metadata": {"name": "overlace-shards"},
  "spec": {
    "completionMode": "Indexed", "completions": @tasks, "parallelism": @tasks,
    "backoffLimitPerIndex": 3, "maxFailedIndexes": @tasks, "podReplacementPolicy": "Failed",
    "podFailurePolicy": {"rules": [
      {"action": "FailIndex", "onExitCodes": {"containerName": "overlace", "operator": "In", "values": [1, 2, 8]}},
      {"action": "Ignore", "onPodConditions": [{"type": "DisruptionTarget", "status": "True"}]}
    ]},
    "template": {"spec": {
      "restartPolicy": "Never",
      "containers": [{
        "name": "overlace", "image": @image,
        "command": @run,
        "resources": {"requests": {"cpu": "2", "memory": "2Gi"}, "limits": {"memory": "4Gi"}},
        "volumeMounts": [{"name": "shared", "mountPath": @folder}, {"name": "state", "mountPath": "/state"}]
      }],
      "volumes": [
        {"name": "shared", "persistentVolumeClaim": {"claimName": "overlace"}},
        {"name": "state", "emptyDir": {}}
      ]
    }}
  }
})";

constexpr const char* collect = R"({
  "apiVersion": "batch/v1",
  "kind": "Job",
  "metadata": {"name": "overlace-collect"},
  "spec": {
    "backoffLimit": 0,
    "template": {"spec": {
      "restartPolicy": "Never",
      "containers": [{
        "name": "overlace", "image": @image,
        "command": @collect,
        "resources": {"requests": {"cpu": "1", "memory": "1Gi"}, "limits": {"memory": "2Gi"}},
        "volumeMounts": [{"name": "shared", "mountPath": @folder}, {"name": "state", "mountPath": "/state"}]
      }],
      "volumes": [
        {"name": "shared", "persistentVolumeClaim": {"claimName": "overlace"}},
        {"name": "state", "emptyDir": {}}
      ]
    }}
  }
})";

/// Kubernetes replaces $(NAME) in commands by a variable.
std::string literal(std::string text) {
  for (std::size_t at = 0; (at = text.find("$(", at)) != std::string::npos; at += 3)
    text.insert(at, 1, '$');
  return text;
}

}  // namespace

std::vector<JobFile> kubernetes_files(const FarmJob& job) {
  if (!std::filesystem::path(job.folder).has_relative_path())
    throw Error(ErrorCode::usage, "plan, inputs and outputs share no folder that could be mounted",
                "keep them below one, such as /shared");
  const std::string plan = literal(job.plan);
  const std::vector<std::pair<std::string, Json>> values{
      {"tasks", job.tasks},
      {"image", job.image},
      {"run",
       command_of(job, {"overlace", "batch", "run", plan, "--shard",
                        fmt::format("$(JOB_COMPLETION_INDEX)/{}", job.tasks), "--state", "/state",
                        "--accept-loss", "--retry-wait", "5", "--progress", "plain"})},
      {"collect", command_of(job, {"overlace", "batch", "collect", plan, "--state", "/state",
                                   "--progress", "plain"})},
      {"folder", job.folder}};
  return {{"shards.json", filled_in(shards, values)}, {"collect.json", filled_in(collect, values)}};
}

}  // namespace overlace

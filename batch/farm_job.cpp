// SPDX-License-Identifier: Apache-2.0
// Chooses the number of tasks and the shared folder.
#include "batch/farm_job.h"

#include <algorithm>
#include <filesystem>

#include "graph/core/error.h"
#include "graph/core/utf8.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr int most_tasks = 1000;  ///< Slurm's default array limit is 1001
constexpr std::int64_t clips_of_a_task = 100;

int tasks_of(const BatchPlan& plan) {
  const auto parts = std::ranges::count_if(plan.clips, &BatchClip::is_part);
  const auto joined = std::ranges::count_if(plan.clips, &BatchClip::is_joined);
  const auto clips = static_cast<std::int64_t>(plan.clips.size()) - parts - joined;
  const std::int64_t wanted = parts + (clips + clips_of_a_task - 1) / clips_of_a_task;
  return static_cast<int>(std::clamp<std::int64_t>(wanted, 1, most_tasks));
}

/// The deepest folder that contains both.
fs::path common(const fs::path& folder, const fs::path& path) {
  fs::path shared = folder;
  while (!path.string().starts_with((shared / "").string()) && shared.has_relative_path())
    shared = shared.parent_path();
  return shared;
}

}  // namespace

FarmJob farm_job(const BatchPlan& plan, const std::string& plan_path, int tasks,
                 const std::string& image) {
  fs::path folder = common(plan.root, plan_path);
  for (const BatchClip& clip : plan.clips) {
    if (!clip.is_fetched()) folder = common(folder, clip.input);
    for (const char* const name : file_options)
      if (const std::string file = clip.option(name); !file.empty() && !clip.is_fetched(name))
        folder = common(folder, file);
  }
  return {.plan = plan_path,
          .tasks = tasks > 0 ? tasks : tasks_of(plan),
          .folder = folder.string(),
          .image = image};
}

std::vector<JobFile> job_files(const FarmJob& job, FarmEngine engine) {
  switch (engine) {
    case FarmEngine::slurm:
      return slurm_files(job);
    case FarmEngine::openjd:
      return openjd_files(job);
    case FarmEngine::kubernetes:
      return kubernetes_files(job);
    case FarmEngine::aws_batch:
      return aws_batch_files(job);
  }
  return {};
}

std::string filled_in(std::string text, const std::vector<std::pair<std::string, Json>>& values) {
  for (const auto& [name, value] : values) {
    if (value.is_string() && !is_utf8(value.as_string()))
      throw Error(ErrorCode::usage, "is not UTF-8, and the engine's job files are",
                  "use another folder, or Slurm", SourceLocation{value.as_string()});
    for (std::size_t at = 0; (at = text.find("@" + name, at)) != std::string::npos;) {
      const std::string inside = value.dump();
      text.replace(at, name.size() + 1, inside);
      at += inside.size();
    }
  }
  return parse_json(text, "job").dump(2) + "\n";
}

}  // namespace overlace

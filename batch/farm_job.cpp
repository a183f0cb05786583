// SPDX-License-Identifier: Apache-2.0
// Chooses the number of tasks and the shared folder.
#include "batch/farm_job.h"

#include <algorithm>
#include <filesystem>

#include "batch/output_root.h"
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

}  // namespace

FarmJob farm_job(const BatchPlan& plan, const std::string& plan_path, int tasks,
                 const std::string& image) {
  fs::path folder = common_folder(plan.root, plan_path);
  for (const BatchClip& clip : plan.clips) {
    if (!clip.is_fetched()) folder = common_folder(folder, clip.input);
    for (const char* const name : file_options)
      if (const std::string file = clip.option(name); !file.empty() && !clip.is_fetched(name))
        folder = common_folder(folder, file);
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

Json command_of(const FarmJob& job, std::vector<std::string> words) {
  words.insert(words.end(), job.permissions.begin(), job.permissions.end());
  Json list(Json::Array{});
  for (std::string& word : words) {
    if (!is_utf8(word))
      throw Error(ErrorCode::usage, "is not UTF-8, and the engine's job files are",
                  "use another folder, or Slurm", SourceLocation{word});
    list.push_back(std::move(word));
  }
  return list;
}

std::string filled_in(std::string_view text,
                      const std::vector<std::pair<std::string, Json>>& values) {
  std::string filled;
  for (std::size_t at = text.find('@'); at != std::string_view::npos; at = text.find('@')) {
    filled += text.substr(0, at);
    text.remove_prefix(at + 1);
    for (const auto& [name, value] : values) {
      if (!text.starts_with(name)) continue;
      filled += value.dump();
      text.remove_prefix(name.size());
      break;
    }
  }
  return parse_json(filled += text, "job").dump(2) + "\n";
}

}  // namespace overlace

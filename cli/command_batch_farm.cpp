// SPDX-License-Identifier: Apache-2.0
// overlace batch export and collect: a plan on a render farm.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <span>

#include "batch/farm_job.h"
#include "cli/batch_options.h"
#include "cli/batch_run.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "graph/core/quantity.h"
#include "io/files/atomic_output.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

struct Options {
  BatchRun run;
  std::string plan, folder, image = "overlace:latest";
  FarmEngine engine = FarmEngine::slurm;
  int tasks = 0;
  bool overwrite = false;
};

void save(const fs::path& folder, const JobFile& file, bool overwrite) {
  AtomicOutput output((folder / file.name).string(), {.overwrite = overwrite});
  output.write(std::as_bytes(std::span(file.text)));
  output.commit();
  if (file.is_program)
    fs::permissions(folder / file.name, fs::perms(0755), fs::perm_options::replace);
}

int run_export(const Options& options) {
  const BatchPlan plan = read_plan(options.plan);
  const fs::path folder = fs::absolute(options.folder).lexically_normal();
  const std::string copy = (folder / "plan.jsonl").string();
  if (!options.run.allows_programs) refuse_programs(plan);
  FarmJob job = farm_job(plan, copy, options.tasks, options.image);
  if (options.run.allows_programs) job.permissions.emplace_back("--allow-programs");
  if (options.run.overwrite) job.permissions.emplace_back("--overwrite");
  std::vector<JobFile> files = job_files(job, options.engine);
  JobFile& plan_copy = files.emplace_back(JobFile{.name = "plan.jsonl", .text = {}});
  write_plan(plan, [&plan_copy](std::string_view piece) { plan_copy.text += piece; });
  fs::create_directories(folder);
  for (const JobFile& file : files) save(folder, file, options.overwrite);
  tell(stdout, fmt::format("{}: {}", folder.string(), count_text(job.tasks, "task")));
  return 0;
}

void add_collect(const Command& batch) {
  const auto o = std::make_shared<Options>();
  const Command command =
      batch.subcommand("collect", "Join what shards rendered in parts, and report what is missing");
  command.text("PLAN", o->plan, "A plan as printed by 'batch plan'").required();
  add_batch_run_options(command, o->run);
  add_batch_state(command, o->run.state);
  command.runs([o] { return collect_batch(read_plan(o->plan), o->run); });
}

void add_export(const Command& batch) {
  const auto o = std::make_shared<Options>();
  const Command command = batch.subcommand("export", "Write a plan as a job for a farm engine");
  command.text("PLAN", o->plan, "A plan as printed by 'batch plan'").required();
  command
      .choice<FarmEngine>("--engine", o->engine,
                          {{"slurm", FarmEngine::slurm},
                           {"openjd", FarmEngine::openjd},
                           {"kubernetes", FarmEngine::kubernetes},
                           {"aws-batch", FarmEngine::aws_batch}},
                          "Engine that runs it")
      .required();
  command.text("-o,--output DIR", o->folder, "Folder for the job's files, on the shared disk")
      .required();
  command.whole("--tasks", o->tasks, "Tasks; 0 is one per part and per hundred clips",
                {{0, 10'000}});
  command.text("--image NAME", o->image, "Container image, for engines that use one");
  command.flag("--overwrite", o->overwrite, "Replace files of an earlier export");
  command.flag("--allow-overwrite", o->run.overwrite,
               "The job may replace files that no batch made");
  command.flag("--allow-programs", o->run.allows_programs,
               "The job may run the programs that rows name as 'fetch' and 'publish'");
  command.runs([o] { return run_export(*o); });
}

}  // namespace

void add_farm_commands(const Command& batch) {
  add_export(batch);
  add_collect(batch);
}

}  // namespace overlace

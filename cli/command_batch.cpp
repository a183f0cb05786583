// SPDX-License-Identifier: Apache-2.0
// overlace batch: many videos on one machine.
#include <memory>

#include "cli/batch_options.h"
#include "cli/batch_report.h"
#include "cli/batch_run.h"
#include "cli/commands.h"
#include "cli/product.h"

namespace overlace {
namespace {

struct Options {
  BatchSource source;
  BatchRun run;
  RenderRun clip;  ///< receives the options of all clips, which are read again for each
  std::string root, id;
  std::vector<std::string> ids;
  bool json = false, csv = false, follow = false;
};

void add_plan(const Command& batch) {
  const auto o = std::make_shared<Options>();
  const Command command =
      batch.subcommand("plan", "Print what a batch would render, one clip per line");
  add_batch_source(command, o->source, o->clip);
  command.flag("--overwrite", o->source.request.overwrite, "Do not refuse outputs that exist");
  command.runs([o, command] {
    o->source.options = command.typed();
    write_plan(plan_of(o->source), [](std::string_view piece) { print_product(piece); });
    return 0;
  });
}

void add_run(const Command& batch) {
  const auto o = std::make_shared<Options>();
  const Command command = batch.subcommand("run", "Render every clip that is not done");
  add_batch_source(command, o->source, o->clip);
  add_batch_run_options(command, o->run);
  add_batch_state(command, o->run.state);
  add_batch_shard(command, o->run.shard);
  const auto watches = std::make_shared<bool>(false);
  const auto settings = std::make_shared<Watch::Settings>();
  const OptionRow watch = command.flag("--watch", *watches, "Keep running for new videos");
  command
      .number("--settle SECONDS", settings->settle_s, "Seconds for which a video must be unchanged",
              {{0.1, 86'400}})
      .needs(watch);
  command.flag("--dry-run", o->run.dry_run, "Report what would be rendered; write nothing");
  command.runs([o, command, watches, settings] {
    o->source.options = command.typed();
    o->source.request.overwrite = o->run.overwrite;
    if (!*watches) return run_batch(plan_of(o->source), o->run);
    o->run.watch = *settings;
    return watch_batch(o->source, o->run);
  });
}

Command add_known(const Command& batch, const char* name, const char* doc, Options& o) {
  const Command command = batch.subcommand(name, doc);
  command.text("--of DIR", o.root, "Folder of the batch's outputs; default: the latest batch");
  add_batch_state(command, o.run.state);
  return command;
}

}  // namespace

void add_batch_command(const Command& program) {
  const Command batch =
      program.subcommand("batch", "Render many videos, and only what is not done");
  batch.require_subcommand();
  add_plan(batch);
  add_run(batch);
  add_farm_commands(batch);
  const auto o = std::make_shared<Options>();
  const Command retry = add_known(batch, "retry", "Render failed clips again", *o);
  retry.texts("ID", o->ids, "Clips; default: all that failed without taking the machine down");
  add_batch_run_options(retry, o->run);
  retry.runs([o] { return retry_batch(o->root, o->ids, o->run); });
  const Command status = add_known(batch, "status", "Show the progress of a batch", *o);
  OptionRow json = status.flag("--json", o->json, "As JSON");
  OptionRow follow = status.flag("--follow", o->follow, "Continue until every clip is settled");
  follow.excludes(json);
  status.text("--why ID", o->id, "Say why this clip is done or not")
      .excludes(json)
      .excludes(follow);
  status.runs([o] {
    if (o->follow) return follow_status(o->root, o->run.state);
    return o->id.empty() ? show_status(o->root, o->run.state, o->json)
                         : show_reason(o->root, o->run.state, o->id);
  });
  const Command report = add_known(batch, "report", "Print a row per clip", *o);
  report.flag("--json", o->json, "A JSON array").excludes(report.flag("--csv", o->csv, "CSV"));
  report.runs([o] { return show_report(o->root, o->run.state, o->json); });
}

}  // namespace overlace

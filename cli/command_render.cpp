// SPDX-License-Identifier: Apache-2.0
// overlace render: a whole video, with the overlay drawn in.
#include <memory>

#include "cli/commands.h"
#include "cli/input_options.h"
#include "cli/render_options.h"
#include "cli/render_run.h"

namespace overlace {
namespace {

void add_file_options(const Command& command, RenderSettings& settings) {
  TranscodeOptions& transcode = settings.transcode;
  add_input_argument(command, settings.input);
  command
      .text(
          "-o,--output", transcode.output,
          "Video file, pattern of pictures (frame_####.png, .tif, .exr), or - for standard output")
      .required();
  command.flag("--overwrite", transcode.writer.overwrite, "Replace an existing output");
}

void add_run_options(const Command& command, RenderRun& run) {
  command.choice<bool>("--on-interrupt", run.settings.transcode.keep_on_stop,
                       {{"discard", false}, {"keep", true}},
                       "What a signal leaves: no output, or the frames so far");
  command.choice<ProgressMode>(
      "--progress", run.progress,
      {{"auto", ProgressMode::automatic},
       {"plain", ProgressMode::plain},
       {"json", ProgressMode::json},
       {"none", ProgressMode::none}},
      "How progress is shown; auto is a bar on a terminal, lines elsewhere");
  command.text("--report", run.report, "Write what was done to this JSON file");
  command.flag("--dry-run", run.dry_run,
               "Report what would be read, written, converted and lost; write nothing");
  command.text("--trace", run.trace,
               "Write a timeline of the run to this JSON file, for ui.perfetto.dev");
}

}  // namespace

void add_render_command(const Command& program) {
  auto run = std::make_shared<RenderRun>();
  const Command command =
      program.subcommand("render", "Draw the overlay over every frame of a video");
  add_file_options(command, run->settings);
  add_render_options(command, *run);
  add_run_options(command, *run);
  command.runs_with_problems([run, command](const OptionProblems& problems) {
    run->settings.typed = command.typed_names();
    return run_render(*run, problems);
  });
}

}  // namespace overlace

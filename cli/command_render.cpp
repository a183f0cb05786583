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
          "-o,--output FILE", transcode.output,
          "Video file, pattern of pictures (frame_####.png, .tif, .exr), or - for standard output")
      .required();
  command.flag("--overwrite", transcode.writer.overwrite, "Replace an existing output");
}

void add_run_options(const Command& table, RenderRun& run) {
  const Command command = table.group("Running");
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
  command.text("--report FILE", run.report, "Write what was done to this JSON file");
  command.flag("--dry-run", run.dry_run,
               "Report what would be read, written, converted and lost; write nothing");
  command.text("--trace FILE", run.trace,
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
  command.essentials({"IN", "--output", "--graph", "--set", "--tracks", "--frames", "--vcodec",
                      "--crf", "--overlay-only", "--dry-run", "--overwrite"},
                     {{"overlace render in.mp4 -g boxes --tracks det.txt -o out.mp4",
                       "boxes and labels from a tracker's file"},
                      {"overlace render in.mp4 -g neon --set pink=#f80 -o out.mp4",
                       "tracks what moves, and changes a knob of the look"},
                      {"overlace render in.mp4 -g boxes --tracks det.txt --overlay-only -o out.mov",
                       "the overlay alone, with alpha, for compositing"}});
  command.runs_with_problems([run, command](const OptionProblems& problems) {
    run->settings.typed = command.typed_names();
    return run_render(*run, problems);
  });
}

}  // namespace overlace

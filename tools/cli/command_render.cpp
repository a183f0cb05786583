// SPDX-License-Identifier: Apache-2.0
// overlace render: a whole video, with the overlay drawn in.
#include <memory>

#include "io/files/frame_list.h"
#include "tools/cli/commands.h"
#include "tools/cli/device_options.h"
#include "tools/cli/graph_options.h"
#include "tools/cli/input_options.h"
#include "tools/cli/output_options.h"
#include "tools/cli/render_run.h"

namespace overlace {
namespace {

void add_file_options(const Command& command, RenderSettings& settings) {
  TranscodeOptions& transcode = settings.transcode;
  command
      .text(
          "-o,--output", transcode.output,
          "Video file, pattern of pictures (frame_####.png, .tif, .exr), or - for standard output")
      .required();
  command.parsed("--frames", transcode.frames, parse_frame_list,
                 "Frames to render: 10, 10-20, 1,3,7-9, 1-100x2");
  command.flag("--overwrite", transcode.writer.overwrite, "Replace an existing output");
  add_output_options(command, settings);
  command.choice<HwAccel>("--hwaccel", settings.hwaccel,
                          {{"auto", HwAccel::automatic},
                           {"none", HwAccel::none},
                           {"cuda", HwAccel::cuda},
                           {"required", HwAccel::required}},
                          "Use of NVDEC and NVENC; auto uses them when a GPU draws");
}

void add_run_options(const Command& command, RenderRun& run) {
  command.choice<OnCorrupt>(
      "--on-corrupt", run.settings.input.reading.on_corrupt,
      {{"conceal", OnCorrupt::conceal}, {"skip", OnCorrupt::skip}, {"stop", OnCorrupt::stop}},
      "What to do with damaged frames");
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
  command.flag("--strict-redaction", run.strict_redaction,
               "Exit with 3 where a graph that redacts leaves a gap in a track");
  command.text("--report", run.report, "Write what was done to this JSON file");
  command.flag("--dry-run", run.dry_run,
               "Report what would be read, written, converted and lost; leave no file");
}

}  // namespace

void add_render_command(const Command& program) {
  auto run = std::make_shared<RenderRun>();
  const Command command =
      program.subcommand("render", "Draw the overlay over every frame of a video");
  add_input_options(command, run->settings.input);
  add_interlaced_option(command, run->settings.input);
  add_file_options(command, run->settings);
  add_run_options(command, *run);
  add_graph_option(command, run->settings.graph);
  add_set_option(command, run->settings.graph);
  add_tracks_and_layers(command, run->settings.graph, run->quiet);
  add_device_options(command, run->settings.device);
  command.text("--trace", run->trace,
               "Write a timeline of the run to this JSON file, for ui.perfetto.dev");
  command.runs_with_problems(
      [run](const OptionProblems& problems) { return run_render(*run, problems); });
}

}  // namespace overlace

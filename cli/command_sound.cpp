// SPDX-License-Identifier: Apache-2.0
// overlace sound: what a graph plays over a clip, as a sound file.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/graph_options.h"
#include "cli/input_options.h"
#include "cli/output_options.h"
#include "graph/core/quantity.h"
#include "render/analysed_job.h"

namespace overlace {

void add_sound_command(const Command& program) {
  struct Options {
    RenderSettings settings;
    NoteChoice notes;
  };
  auto options = std::make_shared<Options>();
  RenderSettings& settings = options->settings;
  settings.audio = AudioChoice::replace;
  settings.input.interlaced = Interlaced::draw;  // nothing is drawn
  settings.device.target.kind = DeviceTarget::Kind::cpu;
  const Command command =
      program.subcommand("sound", "Write what a graph plays over a video to a sound file");
  add_input_options(command, settings.input);
  command.text("-o,--output FILE", settings.transcode.output, "WAV, FLAC, M4A … file").required();
  command.flag("--overwrite", settings.transcode.writer.overwrite, "Replace an existing file");
  command.parsed("--frames LIST", settings.transcode.frames, parse_frame_list,
                 "Frames to play, from the first to the last");
  add_sound_options(command, settings.sound);
  add_graph_option(command, settings.graph);
  add_set_option(command, settings.graph);
  add_tracks_and_layers(command, settings.graph, options->notes);
  command.essentials(
      {"IN", "--output", "--graph", "--set", "--tracks", "--frames", "--overwrite"},
      {{"overlace sound in.mp4 -g chimes --tracks det.txt -o chimes.wav", "what a graph plays"}});
  command.runs([options] {
    const RenderJob job(options->settings, notes_to_user(options->notes));
    OpenedJob opened(job);
    const TranscodeOptions& transcode = options->settings.transcode;
    check_output(transcode.output,
                 output_policy(transcode.writer, transcode.run, options->settings.input.path));
    const std::int64_t bytes = AnalysedJob(opened, {}).write_sound_alone();
    tell(stdout, fmt::format("{}: {}", transcode.output, size_text(static_cast<double>(bytes))));
    return 0;
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Option tables shared by `overlace render` and `overlace batch`.
#include "cli/render_options.h"

#include "cli/device_options.h"
#include "cli/graph_options.h"
#include "cli/input_options.h"
#include "cli/output_options.h"
#include "io/files/frame_list.h"

namespace overlace {
namespace {

void add_codec_options(const Command& command, RenderSettings& settings) {
  command.parsed("--frames LIST", settings.transcode.frames, parse_frame_list,
                 "Frames to render: 10, 10-20, 1,3,7-9, 1-100x2");
  add_output_options(command, settings);
  command.group("Device").choice<HwAccel>(
      "--hwaccel", settings.hwaccel,
      {{"auto", HwAccel::automatic},
       {"none", HwAccel::none},
       {"cuda", HwAccel::cuda},
       {"required", HwAccel::required}},
      "Use of NVDEC and NVENC; auto uses them when a GPU draws");
}

void add_loss_options(const Command& command, RenderRun& run) {
  command.group("Input").choice<OnCorrupt>(
      "--on-corrupt", run.settings.input.reading.on_corrupt,
      {{"conceal", OnCorrupt::conceal}, {"skip", OnCorrupt::skip}, {"stop", OnCorrupt::stop}},
      "What to do with damaged frames");
  command.group("Sound").flag("--require-audio", run.settings.graph.require_audio,
                              "Fail if the graph reads the clip's sound and there is none");
  const Command redaction = command.group("Redaction");
  redaction.flag("--strict-redaction", run.strict_redaction,
                 "Exit with 3 if a graph that redacts cannot be known to hide all");
  redaction.flag("--keep-metadata", run.settings.keep_metadata,
                 "Keep tags, titles, subtitles and captions where the graph redacts");
}

}  // namespace

void add_render_options(const Command& command, RenderRun& run) {
  add_reading_options(command, run.settings.input);
  add_interlaced_option(command, run.settings.input);
  add_codec_options(command, run.settings);
  add_loss_options(command, run);
  add_graph_option(command, run.settings.graph);
  add_set_option(command, run.settings.graph);
  add_tracks_and_layers(command, run.settings.graph, run.notes);
  add_device_options(command, run.settings.device);
}

}  // namespace overlace

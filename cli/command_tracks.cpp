// SPDX-License-Identifier: Apache-2.0
// overlace tracks: make, inspect and convert track files.
#include <memory>

#include "cli/commands.h"
#include "cli/frame_option.h"
#include "cli/graph_options.h"
#include "cli/track_conversion.h"
#include "cli/track_formats.h"
#include "cli/track_info.h"
#include "io/read/frame_rate.h"

namespace overlace {
namespace {

void add_output_options(const Command& command, TrackConversion& conversion) {
  command.text("-o,--output FILE", conversion.output, "Track file to write, or folder").required();
  command.text("--to,--format FORMAT", conversion.format,
               "Format to write, if the extension does not tell");
  command.flag("--accept-loss", conversion.accept_loss,
               "Leave out what the format cannot hold, instead of writing nothing");
  command.flag("--overwrite", conversion.overwrite, "Replace an existing file or folder");
}

void add_make_command(const Command& tracks) {
  auto make = std::make_shared<TrackConversion>();
  const Command command = tracks.subcommand("make", "Track a video and save the tracks");
  command.text("IN", make->video, "Video").required();
  add_first_frame_option(command, make->first_frame);
  add_graph_option(command, make->graph);
  add_set_option(command, make->graph);
  add_document_limits(command, make->graph);
  command.text("--node NODE", make->node,
               "Save what this track node makes, not the graph's first one");
  add_track_options(command, make->graph.reading);
  command.text("--tracks FILE", make->graph.tracks, "Detections to track, not what moves");
  add_model_options(command, make->graph);
  add_output_options(command, *make);
  command.essentials(
      {"IN", "--output", "--graph", "--set", "--tracks", "--node", "--to", "--overwrite"},
      {{"overlace tracks make in.mp4 -o tracks.json", "what moves in a video"},
       {"overlace tracks make in.mp4 --tracks det.txt -o tracks.json", "ids for detections"}});
  command.runs([make] { return make_tracks(*make); });
}

void add_info_command(const Command& tracks) {
  auto info = std::make_shared<TrackInfoOptions>();
  const Command command = tracks.subcommand("info", "Show what a track file holds");
  command.text("FILE", info->graph.tracks, "Track file, or folder of files").required();
  command.text("--still FILE", info->still, "Draw the first boxes on the video, as a PNG");
  command.flag("--overwrite", info->overwrite, "Replace an existing picture");
  command.flag("--json", info->json, "The same facts as JSON");
  add_track_options(command, info->graph.reading);
  info->clip.add_to(command);
  command.essentials(
      {"FILE", "--input", "--map", "--tracks-format", "--frame-base", "--still", "--json"},
      {{"overlace tracks info det.txt -i in.mp4 --still check.png",
        "what was read, whether it fits the video, and its first boxes"}});
  command.runs([info] { return run_track_info(*info); });
}

void add_convert_command(const Command& tracks) {
  auto convert = std::make_shared<TrackConversion>();
  const Command command = tracks.subcommand("convert", "Write a track file in another format");
  command.text("FILE", convert->graph.tracks, "Track file to read, or folder").required();
  add_output_options(command, *convert);
  add_track_options(command, convert->graph.reading);
  const OptionRow video = command.text("-i,--input,--video VIDEO", convert->video,
                                       "Video of the tracks, for its size, rate and length");
  add_first_frame_option(command, convert->first_frame);
  command
      .parsed("--fps RATE", convert->frame_rate, parse_frame_rate,
              "Frame rate without a video, if not the file's own: 25, 24000/1001 or 23.976")
      .excludes(video);
  command.essentials(
      {"FILE", "--output", "--to", "--input", "--map", "--tracks-format", "--accept-loss"},
      {{"overlace tracks convert det.txt -i in.mp4 --to coco -o coco.json", "MOT to COCO"}});
  command.runs([convert] { return convert_tracks(*convert); });
}

void add_formats_command(const Command& tracks) {
  auto markdown = std::make_shared<bool>(false);
  const Command command = tracks.subcommand("formats", "List the formats");
  command.flag("--markdown", *markdown, "As a page of the documentation");
  command.runs([markdown] { return list_track_formats(*markdown); });
}

}  // namespace

void add_tracks_command(const Command& program) {
  const Command tracks = program.subcommand("tracks", "Make, inspect and convert track files");
  tracks.require_subcommand();
  add_make_command(tracks);
  add_info_command(tracks);
  add_convert_command(tracks);
  add_formats_command(tracks);
}

}  // namespace overlace

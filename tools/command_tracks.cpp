// SPDX-License-Identifier: Apache-2.0
// overlace tracks: make, look into and convert track files.
#include <fmt/format.h>

#include "io/tracks/format.h"
#include "io/tracks/writer.h"
#include "tools/clip_options.h"
#include "tools/commands.h"
#include "tools/graph_options.h"
#include "tools/track_info.h"

namespace overlace {
namespace {

struct Options {
  std::string input, output, format, node;
  bool overwrite = false;
  GraphOptions graph;
  ClipOptions clip;
};

int save(const Options& options, const TrackTable& table, const ClipInfo& clip) {
  const OutputPolicy policy{options.overwrite, {options.input, options.graph.tracks}};
  for (const std::string& lost : write_tracks(table, clip, options.output, policy, options.format))
    options.graph.say(options.output + ": not kept: " + lost);
  fmt::print("{}: {} boxes in {} frames\n", options.output, table.row_count(), table.frame_count());
  return 0;
}

int make(Options& options) {
  check_output(options.output, {options.overwrite, {options.input, options.graph.tracks}});
  options.clip.input = options.input;
  const ClipInfo clip = options.clip.clip();
  return save(options, make_tracks_of(options.graph, clip, options.input, options.node), clip);
}

TrackReport read(const Options& options, const ClipInfo& clip, TrackTable& table) {
  TrackReport report;
  table = read_tracks(options.input, options.graph.track_options(clip), report);
  return report;
}

int convert(const Options& options) {
  const ClipInfo clip = options.clip.clip();
  TrackTable table;
  for (const std::string& line : read(options, clip, table).lines()) options.graph.say(line);
  return save(options, table, clip);
}

int list_formats(bool markdown) {
  if (markdown) {
    fmt::print(
        "| format | `--tracks-format` | frames | pixels | boxes | ids | layout |\n"
        "| --- | --- | --- | --- | --- | --- | --- |\n");
    for (const TrackFormat& format : track_formats())
      fmt::print("| {} | `{}` | {} | {} | {} | {} | {} |\n", format.title, format.name,
                 format.rules.frames, format.rules.pixels, format.rules.boxes, format.rules.ids,
                 format.doc);
    return 0;
  }
  for (const TrackFormat& format : track_formats())
    fmt::print("{:<15} {:<6} {}\n{:<22} {}\n", format.name, format.write ? "rw" : "r", format.title,
               "", format.doc);
  return 0;
}

void add_output(CLI::App& command, Options& options) {
  command.add_option("-o,--output", options.output, "Track file to write")->required();
  command.add_option("--format", options.format, "Its format, if the extension does not say");
  command.add_flag("--overwrite", options.overwrite, "Replace an existing file");
}

}  // namespace

void add_tracks_command(CLI::App& app, Action& action) {
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("tracks", "Make, look into and convert track files");
  command->require_subcommand(1);

  CLI::App* make_command = command->add_subcommand("make", "Track a video and save the tracks");
  make_command->add_option("IN", options->input, "Video")->required();
  options->graph.add_graph_option(*make_command);
  options->graph.add_set_option(*make_command);
  make_command->add_option("--node", options->node,
                           "Save what this track node makes, not the graph's first one");
  options->graph.add_track_options(*make_command);
  make_command->add_option("--tracks", options->graph.tracks,
                           "Detections to follow instead of what moves");
  add_output(*make_command, *options);
  make_command->callback([options, &action] { action = [options] { return make(*options); }; });

  auto info = std::make_shared<TrackInfoOptions>();
  CLI::App* info_command = command->add_subcommand("info", "Say what a track file holds");
  info_command->add_option("FILE", info->graph.tracks, "Track file, or folder of files")
      ->required();
  info_command->add_option("--still", info->still, "Draw the first boxes on the video, as a PNG");
  info_command->add_flag("--overwrite", info->overwrite, "Replace an existing picture");
  info->graph.add_track_options(*info_command);
  info->clip.add_to(*info_command);
  info_command->callback([info, &action] { action = [info] { return run_track_info(*info); }; });

  CLI::App* convert_command =
      command->add_subcommand("convert", "Write a track file in another format");
  convert_command->add_option("FILE", options->input, "Track file to read")->required();
  add_output(*convert_command, *options);
  options->graph.add_track_options(*convert_command);
  options->clip.add_to(*convert_command);
  convert_command->callback(
      [options, &action] { action = [options] { return convert(*options); }; });

  CLI::App* formats = command->add_subcommand("formats", "List the formats");
  auto markdown = std::make_shared<bool>(false);
  formats->add_flag("--markdown", *markdown, "As the table of the documentation");
  formats->callback(
      [markdown, &action] { action = [markdown] { return list_formats(*markdown); }; });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace series: a graph's numbers as data.
#include <memory>

#include "cli/clip_series.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/graph_options.h"
#include "cli/input_options.h"

namespace overlace {

void add_series_command(const Command& program) {
  struct Options {
    SeriesSettings series;
    NoteChoice notes;
  };
  auto options = std::make_shared<Options>();
  SeriesSettings& series = options->series;
  const Command command = program.subcommand(
      "series", "Write what a graph counts and measures as a table, a row per frame");
  command.text("GRAPH", series.graph.document, "Preset or file").required().no_default();
  add_input_options(command, series.input);
  command.text("-o,--output FILE", series.series,
               "Table of all series, .csv, .json or .jsonl; without it and --events, CSV is "
               "printed");
  command.text("--events FILE", series.events,
               "Table of what happened, such as crossings and entries: .csv or .jsonl");
  command.flag("--overwrite", series.overwrite, "Replace existing files");
  command.parsed("--frames LIST", series.frames, parse_frame_list,
                 "Frames to write: 10, 10-20, 1,3,7-9, 1-100x2");
  add_set_option(command, series.graph);
  add_tracks_and_layers(command, series.graph, options->notes);
  command.essentials(
      {"GRAPH", "IN", "--output", "--events", "--set", "--tracks", "--frames", "--overwrite"},
      {{"overlace series count_line in.mp4 --tracks det.txt -o counts.csv", "a row per frame"},
       {"overlace series zone_watch in.mp4 --tracks det.txt --events events.jsonl",
        "who entered and left, and when"}});
  command.runs([options] {
    write_clip_series(options->series, notes_to_user(options->notes));
    return 0;
  });
}

}  // namespace overlace

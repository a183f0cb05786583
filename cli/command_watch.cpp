// SPDX-License-Identifier: Apache-2.0
// overlace watch: a picture that follows the graph while somebody writes it.
#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/device_options.h"
#include "cli/frame_option.h"
#include "cli/graph_options.h"
#include "cli/input_options.h"
#include "cli/interrupt.h"
#include "cli/output_options.h"
#include "cli/still_watch.h"

namespace overlace {
namespace {

int run(const StillWatchSettings& settings, const NoteChoice& notes) {
  const Interrupt interrupt;
  const Interrupt::Listening listening;
  StillWatch(settings, notes_to_user(notes)).run();
  return 0;
}

}  // namespace

void add_watch_command(const Command& program) {
  struct Options {
    StillWatchSettings watch;
    NoteChoice notes;
  };
  auto options = std::make_shared<Options>();
  StillSettings& still = options->watch.still;
  still.writer.preview = true;
  const Command command = program.subcommand(
      "watch", "Draw a frame, and again whenever its graph or tracks are saved; Ctrl-C ends");
  add_input_options(command, still.input);
  add_frames_option(command, options->watch.frames);
  command.text("-o,--output FILE", still.output, "PNG, TIFF or EXR file");
  command.flag("--view", options->watch.view,
               "Show the picture in the terminal, where it has kitty's graphics or sixels");
  command.flag("--overwrite", still.writer.overwrite, "Replace an existing picture");
  add_picture_options(command, still.writer);
  add_graph_option(command, still.graph);
  add_set_option(command, still.graph);
  add_tracks_and_layers(command, still.graph, options->notes);
  add_device_options(command, still.device);
  command.essentials(
      {"IN", "--output", "--view", "--frame", "--graph", "--set", "--tracks", "--overlay-only",
       "--overwrite"},
      {{"overlace watch in.mp4 -g mine.json -n 120 -o still.png", "one frame, at every save"},
       {"overlace watch in.mp4 -g mine.json -n 120 --view", "the same in the terminal"},
       {"overlace watch in.mp4 -g mine.json --tracks det.txt -n 100,200,300 -o strip.png",
        "three frames side by side"}});
  command.runs([options, command] {
    options->watch.still.typed = command.typed_names();
    return run(options->watch, options->notes);
  });
}

}  // namespace overlace

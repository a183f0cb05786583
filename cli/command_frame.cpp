// SPDX-License-Identifier: Apache-2.0
// overlace frame: one composited frame as a picture.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/device_options.h"
#include "cli/frame_option.h"
#include "cli/graph_options.h"
#include "cli/input_options.h"
#include "cli/interrupt.h"
#include "cli/output_options.h"
#include "cli/ruler.h"
#include "cli/still_watch.h"
#include "render/still_job.h"

namespace overlace {

void add_frame_command(const Command& program) {
  struct Options {
    StillSettings still;
    FrameChoice frame;
    NoteChoice notes;
    bool view = false;
    bool grid = false;
  };
  auto options = std::make_shared<Options>();
  StillSettings& still = options->still;
  const Command command = program.subcommand("frame", "Draw one frame and save it as a picture");
  add_input_options(command, still.input);
  add_frame_option(command, options->frame, "first");
  command.text("-o,--output FILE", still.output, "PNG, TIFF or EXR file");
  command.flag("--view", options->view,
               "Show the picture in the terminal, where it has kitty's graphics or sixels");
  command.flag("--overwrite", still.writer.overwrite, "Replace an existing picture");
  command.flag("--grid", options->grid,
               "Draw a grid with its coordinates over it, for placing lines and zones");
  add_picture_options(command, still.writer);
  add_graph_option(command, still.graph);
  add_set_option(command, still.graph);
  add_tracks_and_layers(command, still.graph, options->notes);
  add_device_options(command, still.device);
  command.essentials(
      {"IN", "--output", "--view", "--frame", "--graph", "--set", "--tracks", "--overlay-only",
       "--overwrite"},
      {{"overlace frame in.mp4 -g neon -n 20 -o still.png", "frame 20"},
       {"overlace frame in.mp4 -g boxes --tracks det.txt -n middle -o still.png",
        "the middle of the clip, with a tracker's file"},
       {"overlace frame in.mp4 -g boxes --tracks det.txt -n 20 --overlay-only -o overlay.png",
        "the overlay alone, with alpha"}});
  command.runs([options, command] {
    options->still.typed = command.typed_names();
    if (options->grid) options->still.graph.document = with_ruler(options->still.graph.document);
    const LogSink log = notes_to_user(options->notes);
    if (options->view || options->still.output.empty()) {
      const Interrupt interrupt;
      const Interrupt::Listening listening;
      StillWatch({.still = options->still,
                  .frames = {options->frame},
                  .view = options->view,
                  .otherwise = WithoutView::refused},
                 log)
          .draw_once();
      return 0;
    }
    const std::int32_t frame = render_still(options->still, options->frame, log);
    tell(stdout, fmt::format("{}: frame {}", options->still.output, frame));
    return 0;
  });
}

}  // namespace overlace

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
#include "cli/output_options.h"
#include "render/still_job.h"

namespace overlace {

void add_frame_command(const Command& program) {
  struct Options {
    StillSettings still;
    bool quiet = false;
  };
  auto options = std::make_shared<Options>();
  StillSettings& still = options->still;
  const Command command = program.subcommand("frame", "Draw one frame and save it as a picture");
  add_input_options(command, still.input);
  add_frame_option(command, still.frame, "first");
  command.text("-o,--output", still.output, "PNG, TIFF or EXR file").required();
  command.flag("--overwrite", still.writer.overwrite, "Replace an existing picture");
  add_picture_options(command, still.writer);
  add_graph_option(command, still.graph);
  add_set_option(command, still.graph);
  add_tracks_and_layers(command, still.graph, options->quiet);
  add_device_options(command, still.device);
  command.runs([options, command] {
    options->still.typed = command.typed_names();
    const std::int32_t frame = render_still(options->still, notes_to_user(options->quiet));
    tell(stdout, fmt::format("{}: frame {}", options->still.output, frame));
    return 0;
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace sheet: every preset on one frame, as one picture.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/device_options.h"
#include "cli/frame_option.h"
#include "cli/graph_options.h"
#include "cli/sheet.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

int run(const SheetSettings& sheet, const NoteChoice& notes) {
  const SheetResult result = draw_sheet(sheet, notes_to_user(notes),
                                        [](const std::string& preset) { tell(stderr, preset); });
  tell(stdout, fmt::format("{}: frame {}", sheet.output, result.frame));
  return result.refused > 0 ? static_cast<int>(ErrorCode::loss) : 0;
}

}  // namespace

void add_sheet_command(const Command& program) {
  struct Options {
    SheetSettings sheet;
    NoteChoice notes;
  };
  auto options = std::make_shared<Options>();
  SheetSettings& sheet = options->sheet;
  const Command command =
      program.subcommand("sheet", "Draw one frame with every preset, side by side");
  command.text("IN", sheet.input, "Video to draw on").required();
  add_frame_option(command, sheet.frame, "middle");
  add_first_frame_option(command, sheet.first_frame);
  command.text("-o,--output FILE", sheet.output, "PNG file").required();
  command.words("--presets PRESETS", sheet.presets, "Presets to draw (default: all)");
  command.whole("--columns", sheet.columns, "Pictures side by side", {{1, 20}});
  command.whole("--width PX", sheet.width, "Width of one picture", {{32, 8192}});
  command.flag("--overwrite", sheet.overwrite, "Replace an existing picture");
  command.each("--set KNOB=VALUE", sheet.graph.values, parse_setting,
               "Set a value in every preset that has it: KNOB=VALUE or NODE.PARAM=VALUE; "
               "repeatable");
  add_tracks_and_layers(command, sheet.graph, options->notes);
  add_device_options(command, sheet.device);
  command.essentials(
      {"IN", "--output", "--frame", "--presets", "--tracks", "--columns", "--width", "--overwrite"},
      {{"overlace sheet in.mp4 --tracks det.txt --presets boxes,neon,halo -o sheet.png",
        "three looks side by side"}});
  command.runs([options] { return run(options->sheet, options->notes); });
}

}  // namespace overlace

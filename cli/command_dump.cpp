// SPDX-License-Identifier: Apache-2.0
// overlace dump: any stage of any frame, as text or JSON.
#include <fmt/format.h>

#include <memory>

#include "cli/clip_options.h"
#include "cli/commands.h"
#include "cli/console.h"
#include "cli/device_options.h"
#include "cli/dump.h"
#include "cli/frame_option.h"
#include "cli/graph_options.h"

namespace overlace {

void add_dump_command(const Command& program) {
  struct Options {
    DumpSettings dump;
    ClipOptions clip;
    bool json = false;
    NoteChoice notes;
  };
  auto options = std::make_shared<Options>();
  DumpSettings& dump = options->dump;
  const Command command = program.subcommand("dump", "Print one stage of one frame");
  command.text("GRAPH", dump.graph.document, "Preset or file").required().no_default();
  command.choice<DumpStage>("--stage", dump.stage,
                            {{"tracks", DumpStage::tracks},
                             {"links", DumpStage::links},
                             {"curves", DumpStage::curves},
                             {"display_list", DumpStage::display_list},
                             {"tiles", DumpStage::tiles},
                             {"frame", DumpStage::frame}},
                            "What to print");
  add_frame_option(command, dump.frame, "first");
  command.flag("--json", options->json, "JSON instead of one record per line");
  add_set_option(command, dump.graph);
  add_tracks_and_layers(command, dump.graph, options->notes);
  options->clip.add_to(command);
  add_device_options(command, dump.device);
  command.essentials({"GRAPH", "--stage", "--frame", "--set", "--tracks", "--input", "--json"},
                     {{"overlace dump constellation --stage links -n 20 --tracks det.txt",
                       "the links of frame 20"}});
  command.runs([options] {
    const Json records = dump_stage(options->dump, options->clip.clip(), options->clip.input,
                                    notes_to_user(options->notes));
    tell_lines(stdout, options->json ? records.dump(2) : records_as_text(records));
    return 0;
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace edit: a graph on a clip, in a browser.
#include <functional>
#include <memory>

#include "cli/commands.h"
#include "cli/device_options.h"
#include "cli/edit_run.h"
#include "cli/graph_options.h"
#include "cli/input_options.h"

namespace overlace {
namespace {

struct EditOptions {
  EditRun run{};
  NoteChoice notes{};
};

void add_service_options(const Command& table, EditRun& run) {
  const Command command = table.group("Running");
  command.whole("--port N", run.port, "Port on 127.0.0.1; 0: one that is free", {{0, 65'535}});
  command.flag("--no-browser", run.no_browser, "Print the address alone, and open no browser");
  const Command limits = table.group("Limits");
  limits.each("--root DIR", run.service.roots, std::identity(),
              "Folder below which the graph may name files, and to which videos may be exported, "
              "beside the folders of the files given here; repeatable");
  limits
      .mebibytes("--max-memory", run.service.engine.memory_bytes,
                 "Memory, in MiB, that drawing may take (default: three quarters of the "
                 "machine's)",
                 {256, 1 << 24})
      .no_default();
  limits.whole("--max-seconds", run.service.engine.seconds,
               "Seconds without a sign of progress after which drawing is given up", {{1, 86'400}});
}

}  // namespace

void add_edit_command(const Command& program) {
  auto options = std::make_shared<EditOptions>();
  StillSettings& still = options->run.service.edit.still;
  still.graph.document.clear();
  options->run.service.engine.memory_bytes = usual_engine_memory();
  const Command command =
      program.subcommand("edit", "Edit a graph in a browser, drawn on a clip as it changes");
  command.text("IN", still.input.path,
               "Video to draw on, or sound alone; without one, a test card with tracks");
  add_reading_options(command, still.input);
  add_graph_option(command, still.graph);
  add_size_limits(command, still.graph);
  add_tracks_without_limits(command, still.graph, options->notes);
  add_device_options(command, still.device);
  add_service_options(command, options->run);
  command.essentials(
      {"IN", "--graph", "--tracks", "--root", "--port", "--no-browser"},
      {{"overlace edit", "a test card, and all presets to begin with"},
       {"overlace edit in.mp4 -g mine.json --tracks det.txt", "a graph of yours"},
       {"overlace edit in.mp4 -g constellation", "a new graph that begins with a preset"}});
  command.runs([options] { return run_edit(options->run); });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace check: is this graph right?
#include <fmt/format.h>

#include "tools/cli/clip_options.h"
#include "tools/cli/commands.h"
#include "tools/cli/graph_options.h"

namespace overlace {

void add_check_command(CLI::App& app, Action& action) {
  struct Options {
    GraphOptions graph;
    ClipOptions clip;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Check a graph and report every problem in it");
  command->add_option("GRAPH", options->graph.graph, "Preset or file")->required();
  command->add_option("--tracks", options->graph.tracks,
                      "Track file: its attributes, label texts and fonts are checked too");
  options->graph.add_set_option(*command);
  command->callback([options, &action] {
    action = [options] {
      const Graph graph = load_graph(options->graph);
      options->graph.quiet = true;
      if (!options->graph.tracks.empty())
        static_cast<void>(
            make_plan(graph, options->graph, options->clip.clip(), {}, PlanUse::show));
      fmt::print("{}: fine, {} nodes, {} painted\n", options->graph.graph, graph.nodes.size(),
                 graph.composite.size());
      return 0;
    };
  });
}

}  // namespace overlace

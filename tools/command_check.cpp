// SPDX-License-Identifier: Apache-2.0
// overlace check: is this graph right?
#include <fmt/format.h>

#include "tools/commands.h"
#include "tools/graph_options.h"

namespace overlace {

void add_check_command(CLI::App& app, Action& action) {
  struct Options {
    GraphOptions graph;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("check", "Check a graph and report every problem in it");
  command->add_option("GRAPH", options->graph.graph, "Preset or file")->required();
  command->add_option("--set", options->graph.settings, "KNOB=VALUE or NODE.PARAM=VALUE");
  command->callback([options, &action] {
    action = [options] {
      const Graph graph = load_graph(options->graph);
      fmt::print("{}: fine, {} nodes, {} painted\n", options->graph.graph, graph.nodes.size(),
                 graph.composite.size());
      return 0;
    };
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace explain: the compiled plan of a graph.
#include <fmt/format.h>

#include "tools/clip_options.h"
#include "tools/commands.h"
#include "tools/graph_options.h"

namespace overlace {

void add_explain_command(CLI::App& app, Action& action) {
  struct Options {
    GraphOptions graph;
    ClipOptions clip;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("explain", "Print the plan that a graph is compiled to");
  command->add_option("GRAPH", options->graph.graph, "Preset or file")->required();
  options->graph.add_set_option(*command);
  options->graph.add_to(*command);
  options->clip.add_to(*command);
  command->callback([options, &action] {
    action = [options] {
      const Graph graph = load_graph(options->graph);
      fmt::print("{}", explain(*make_plan(graph, options->graph, options->clip.clip(),
                                          options->clip.input, PlanUse::show)));
      return 0;
    };
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace complete: names that begin with what was typed, for the completion of shells.
#include <memory>

#include "cli/commands.h"
#include "cli/completions.h"
#include "cli/graph_options.h"
#include "cli/product.h"

namespace overlace {

void add_complete_command(const Command& program) {
  struct Options {
    NameKind kind = NameKind::presets;
    std::string prefix;
    GraphSettings graph;
  };
  auto options = std::make_shared<Options>();
  const Command command =
      program.subcommand("complete", "Print names that begin with a text, for shells");
  command
      .choice<NameKind>("KIND", options->kind,
                        {{"presets", NameKind::presets},
                         {"nodes", NameKind::nodes},
                         {"params", NameKind::params},
                         {"formats", NameKind::formats},
                         {"codecs", NameKind::codecs}},
                        "What to name; params are what --set takes")
      .required()
      .no_default();
  command.text("PREFIX", options->prefix, "What was typed");
  add_graph_option(command, options->graph);
  command.runs([options] {
    print_product(completions(options->kind, options->prefix, options->graph.document));
    return 0;
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace nodes: what documents may contain.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.h"
#include "cli/product.h"
#include "graph/document/document.h"
#include "graph/types/registry.h"

namespace overlace {
namespace {

int print_nodes(const std::string& type, bool json, bool markdown) {
  const Registry& registry = builtin_nodes();
  if (json) {
    print_product("{}\n", nodes_json(registry).dump(2));
  } else if (markdown) {
    for (const NodeType& node : registry.types()) print_product("{}\n", node_markdown(node));
  } else if (type.empty()) {
    for (const NodeType& node : registry.types())
      print_product("{:<17} {:<13} {}\n", node.name, stage_name(node.stage), node.doc);
    print_product("\n'overlace nodes TYPE' lists a node's ports and parameters.\n");
  } else {
    const NodeType* node = registry.find(type);
    if (node == nullptr)
      throw Error(ErrorCode::usage, fmt::format("there is no node type '{}'", type),
                  suggest(type, registry.names()));
    print_product("{}", node_help(*node));
  }
  return 0;
}

}  // namespace

void add_nodes_command(const Command& program) {
  struct Options {
    std::string type;
    bool json = false, markdown = false;
  };
  auto options = std::make_shared<Options>();
  const Command command = program.subcommand("nodes", "List node types, or describe one");
  command.text("TYPE", options->type, "Node type");
  command.flag("--json", options->json, "Everything about all node types as JSON");
  command.flag("--markdown", options->markdown, "The node reference");
  command.runs([options] { return print_nodes(options->type, options->json, options->markdown); });
}

}  // namespace overlace

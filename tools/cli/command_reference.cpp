// SPDX-License-Identifier: Apache-2.0
// overlace nodes, schema, presets: what there is.
#include <fmt/format.h>

#include <filesystem>
#include <span>

#include "graph/document/document.h"
#include "graph/types/registry.h"
#include "io/files/atomic_output.h"
#include "io/files/placing.h"
#include "tools/cli/commands.h"
#include "tools/cli/graph_options.h"

namespace overlace {
namespace {

int print_nodes(const std::string& type, bool json, bool markdown) {
  const Registry& registry = builtin_nodes();
  if (json) {
    fmt::print("{}\n", nodes_json(registry).dump(2));
  } else if (markdown) {
    for (const NodeType& node : registry.types()) fmt::print("{}\n", node_markdown(node));
  } else if (type.empty()) {
    for (const NodeType& node : registry.types())
      fmt::print("{:<17} {:<13} {}\n", node.name, stage_name(node.stage), node.doc);
    fmt::print("\n'overlace nodes TYPE' lists a node's ports and parameters.\n");
  } else {
    const NodeType* node = registry.find(type);
    if (node == nullptr)
      throw Error(ErrorCode::usage, fmt::format("there is no node type '{}'", type),
                  suggest(type, registry.names()));
    fmt::print("{}", node_help(*node));
  }
  return 0;
}

int print_preset_list() {
  for (const std::string& name : preset_names()) {
    const Json document = load_document(name, find_document);
    const Json* doc = document.find("doc");
    fmt::print("{:<15} {}\n", name, doc != nullptr && doc->is_string() ? doc->as_string() : "");
    for (const Knob& knob : document_knobs(document))
      fmt::print("{:<15}   --set {}={}   {}\n", "", knob.name,
                 knob.default_value.is_string() ? knob.default_value.as_string()
                                                : knob.default_value.dump(),
                 knob.doc);
  }
  fmt::print("\n'overlace presets NAME' prints a preset: a start for a graph of your own.\n");
  return 0;
}

// Editors look for the schema beside the document, where its "$schema" says.
constexpr const char* schema_name = "overlace-graph.schema.json";

std::string schema_text() {
  return document_schema(builtin_nodes()).dump(2) + "\n";
}

void save(const std::string& path, const std::string& text, const OutputPolicy& policy) {
  AtomicOutput file(path, policy);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

/// Prints a preset, or saves it with the schema beside it. A schema that is there already is the
/// same or an older version's.
int give_preset(const std::string& name, const std::string& output, bool overwrite) {
  const std::string text = find_document(name).text;
  if (output.empty()) {
    fmt::print("{}", text);
    return 0;
  }
  const OutputPolicy policy{overwrite, {}};
  check_output(output, policy);
  const std::filesystem::path schema = folder_of(output) / schema_name;
  if (are_same(output, schema.string()))
    throw Error(ErrorCode::usage, "is the name of the schema, which is saved beside it",
                "give the preset another name", Place{output});
  save(schema.string(), schema_text(), {.overwrite = true});
  save(output, text, policy);
  fmt::print("{}: {}; {} is its schema, for editors\n", output, name, schema.string());
  return 0;
}

}  // namespace

void add_reference_commands(CLI::App& app, Action& action) {
  struct Options {
    std::string type, preset, output;
    bool json = false, markdown = false, overwrite = false;
  };
  auto options = std::make_shared<Options>();

  CLI::App* nodes = app.add_subcommand("nodes", "List node types, or describe one");
  nodes->add_option("TYPE", options->type, "Node type");
  nodes->add_flag("--json", options->json, "Everything about all node types as JSON");
  nodes->add_flag("--markdown", options->markdown, "The node reference");
  nodes->callback([options, &action] {
    action = [options] { return print_nodes(options->type, options->json, options->markdown); };
  });

  CLI::App* schema = app.add_subcommand("schema", "Print the JSON Schema of graph documents");
  schema->callback([&action] {
    action = [] {
      fmt::print("{}", schema_text());
      return 0;
    };
  });

  CLI::App* presets = app.add_subcommand("presets", "List the presets, or print one");
  presets->add_option("NAME", options->preset, "Preset to print");
  presets
      ->add_option("-o,--output", options->output,
                   "Save the preset here, and the schema for editors beside it")
      ->needs("NAME");
  presets->add_flag("--overwrite", options->overwrite, "Replace an existing file");
  presets->callback([options, &action] {
    action = [options] {
      return options->preset.empty()
                 ? print_preset_list()
                 : give_preset(options->preset, options->output, options->overwrite);
    };
  });
}

}  // namespace overlace

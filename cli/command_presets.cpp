// SPDX-License-Identifier: Apache-2.0
// overlace presets: the available looks.
#include <fmt/format.h>

#include <filesystem>
#include <memory>
#include <span>

#include "cli/commands.h"
#include "cli/console.h"
#include "cli/product.h"
#include "graph/document/document.h"
#include "graph/document/schema_text.h"
#include "graph/types/registry.h"
#include "io/files/atomic_output.h"
#include "io/files/temporary.h"
#include "render/graph_source.h"

namespace overlace {
namespace {

int print_preset_list() {
  for (const std::string& name : preset_names()) {
    const Json document = load_document(name, find_document);
    const Json* doc = document.find("doc");
    print_product("{:<15} {}\n", name, doc != nullptr && doc->is_string() ? doc->as_string() : "");
    for (const Knob& knob : document_knobs(document))
      print_product("{:<15}   --set {}={}   {}\n", "", knob.name,
                    knob.default_value.is_string() ? knob.default_value.as_string()
                                                   : knob.default_value.dump(),
                    knob.doc);
  }
  print_product("\n'overlace presets PRESET' prints a preset, as a start for your own graph.\n");
  return 0;
}

// Editors look for the schema beside the document, as its "$schema" says.
constexpr const char* schema_name = "overlace-graph.schema.json";

void save(const std::string& path, const std::string& text, const OutputPolicy& policy) {
  AtomicOutput file(path, policy);
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

/// Prints a preset, or saves it with the schema beside it. An existing schema is the same, or from
/// an older version.
int give_preset(const std::string& name, const std::string& output, bool overwrite) {
  const std::string text = find_document(name).text;
  if (output.empty()) {
    print_product("{}", text);
    return 0;
  }
  const OutputPolicy policy{overwrite, {}};
  check_output(output, policy);
  const std::filesystem::path schema = folder_of(output) / schema_name;
  if (are_same(output, schema.string()))
    throw Error(ErrorCode::usage, "is the name of the schema, which is saved beside it",
                "give the preset another name", SourceLocation{output});
  save(schema.string(), schema_text(document_schema(builtin_nodes())), {.overwrite = true});
  save(output, text, policy);
  tell(stdout, fmt::format("{}: {}; {} is its schema, for editors", output, name, schema.string()));
  return 0;
}

}  // namespace

void add_presets_command(const Command& program) {
  struct Options {
    std::string preset, output;
    bool overwrite = false;
  };
  auto options = std::make_shared<Options>();
  const Command command = program.subcommand("presets", "List the presets, or print one");
  const OptionRow name = command.text("PRESET", options->preset, "Preset to print");
  command
      .text("-o,--output FILE", options->output,
            "Save the preset here, and the schema for editors beside it")
      .needs(name);
  command.flag("--overwrite", options->overwrite, "Replace an existing file");
  command.runs([options] {
    return options->preset.empty()
               ? print_preset_list()
               : give_preset(options->preset, options->output, options->overwrite);
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace schema: the JSON Schema of documents, printed or given to an editor.
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

namespace overlace {
namespace {

namespace fs = std::filesystem;

/// Files of these names get the schema without naming it.
constexpr const char* file_names = "*.overlace.json";
const fs::path editor_folder = ".vscode";
const fs::path schema_path = editor_folder / "overlace-graph.schema.json";

void save(const fs::path& path, const std::string& text, bool overwrite) {
  AtomicOutput file(path.string(), {.overwrite = overwrite});
  file.write(std::as_bytes(std::span(text)));
  file.commit();
}

/// The settings that make Visual Studio Code use the saved schema.
std::string editor_settings() {
  const Json entry = Json::Object{{"fileMatch", Json::Array{file_names}},
                                  {"url", "./" + schema_path.generic_string()}};
  const Json settings = Json::Object{{"json.schemas", Json::Array{entry}}};
  return settings.dump(2) + "\n";
}

/// Saves the schema; settings of the user's are not changed.
int give_to_editor(const std::string& schema) {
  fs::create_directories(editor_folder);
  save(schema_path, schema, true);
  const fs::path settings = editor_folder / "settings.json";
  if (!fs::exists(settings)) {
    save(settings, editor_settings(), false);
    tell(stdout, fmt::format("{}: files named {} have {} as their schema", settings.string(),
                             file_names, schema_path.string()));
    return 0;
  }
  tell(stdout, fmt::format("{}: saved; {} exists already, so put this into it:",
                           schema_path.string(), settings.string()));
  tell_lines(stdout, editor_settings());
  return 0;
}

}  // namespace

void add_schema_command(const Command& program) {
  auto for_editor = std::make_shared<bool>(false);
  const Command command = program.subcommand("schema", "Print the JSON Schema of graph documents");
  command.flag("--vscode", *for_editor,
               "Save it below .vscode, and settings that give it to files named *.overlace.json");
  command.runs([for_editor] {
    const std::string schema = schema_text(document_schema(builtin_nodes()));
    if (*for_editor) return give_to_editor(schema);
    print_product("{}", schema);
    return 0;
  });
}

}  // namespace overlace

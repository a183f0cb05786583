// SPDX-License-Identifier: Apache-2.0
// overlace codecs: what can be written, where, and on which quality scales.
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "cli/commands.h"
#include "cli/product.h"
#include "graph/core/error.h"
#include "graph/core/json.h"
#include "io/write/codec_facts.h"

namespace overlace {
namespace {

/// A fact besides name and encoder: its name for people and for programs.
struct Line {
  const char* label;
  const char* key;
  std::string text;
};

std::vector<Line> lines_of(const CodecFacts& codec) {
  return {{"also", "aliases", codec.aliases},
          {"in", "containers", codec.containers},
          {"alpha in", "alpha_in", codec.alpha_in},
          {"--crf", "crf", codec.quality},
          {"--encoder-preset", "preset", codec.presets},
          {"", "note", codec.note}};
}

Json json_of(const CodecFacts& codec) {
  Json json;
  json.set("name", codec.name);
  json.set("encoder", codec.encoder.empty() ? Json() : Json(codec.encoder));
  for (const auto& [label, key, text] : lines_of(codec)) json.set(key, text);
  return json;
}

void print_text(const CodecFacts& codec) {
  print_product("{:<8} {}\n", codec.name,
                codec.encoder.empty() ? "not in this libav" : codec.encoder);
  for (const auto& [label, key, text] : lines_of(codec))
    if (!text.empty()) print_product("{:<8} {:<16} {}\n", "", label, text);
}

void print_table(const std::vector<CodecFacts>& codecs) {
  print_product("| codec | encoder | containers | alpha in | `--crf` | `--encoder-preset` | |\n");
  print_product("| --- | --- | --- | --- | --- | --- | --- |\n");
  for (const CodecFacts& c : codecs)
    print_product("| {} | {} | {} | {} | {} | {} | {} |\n", c.name, c.encoder, c.containers,
                  c.alpha_in, c.quality, c.presets, c.note);
}

/// All codecs, or the named one.
std::vector<CodecFacts> named_codecs(const std::string& name) {
  std::vector<CodecFacts> codecs = codec_facts();
  if (name.empty()) return codecs;
  std::vector<std::string> names;
  for (const CodecFacts& codec : codecs) names.push_back(codec.name);
  std::erase_if(codecs, [&name](const CodecFacts& codec) { return codec.name != name; });
  if (codecs.empty())
    throw Error(ErrorCode::usage, fmt::format("there is no codec '{}' in the table", name),
                suggest(name, names));
  return codecs;
}

int print_codecs(const std::string& name, bool markdown, bool json) {
  const std::vector<CodecFacts> codecs = named_codecs(name);
  if (json) {
    Json list(Json::Array{});
    for (const CodecFacts& codec : codecs) list.push_back(json_of(codec));
    print_product("{}\n", list.dump(2));
  } else if (markdown) {
    print_table(codecs);
  } else {
    for (const CodecFacts& codec : codecs) print_text(codec);
    if (name.empty()) print_product("\n--vcodec also takes any other libav encoder by name.\n");
  }
  return 0;
}

}  // namespace

void add_codecs_command(const Command& program) {
  struct Options {
    std::string name;
    bool markdown = false, json = false;
  };
  auto options = std::make_shared<Options>();
  const Command command = program.subcommand("codecs", "List video codecs that can be written");
  command.text("CODEC", options->name, "One codec");
  command.flag("--json", options->json, "The same facts as JSON");
  command.flag("--markdown", options->markdown, "The table of docs/output.md");
  command.runs([options] { return print_codecs(options->name, options->markdown, options->json); });
}

}  // namespace overlace

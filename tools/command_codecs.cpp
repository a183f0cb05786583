// SPDX-License-Identifier: Apache-2.0
// overlace codecs: what can be written, where, and on which scales.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "graph/core/error.h"
#include "io/codec_facts.h"
#include "tools/commands.h"

namespace overlace {
namespace {

std::vector<std::pair<const char*, std::string>> lines_of(const CodecFacts& codec) {
  return {{"also", codec.aliases},  {"in", codec.containers},    {"alpha in", codec.alpha_in},
          {"--crf", codec.quality}, {"--preset", codec.presets}, {"", codec.note}};
}

void print_text(const CodecFacts& codec) {
  fmt::print("{:<8} {}\n", codec.name, codec.encoder.empty() ? "not in this libav" : codec.encoder);
  for (const auto& [label, text] : lines_of(codec))
    if (!text.empty()) fmt::print("{:<8} {:<9} {}\n", "", label, text);
}

void print_table(const std::vector<CodecFacts>& codecs) {
  fmt::print("| codec | encoder | containers | alpha in | `--crf` | `--preset` | |\n");
  fmt::print("| --- | --- | --- | --- | --- | --- | --- |\n");
  for (const CodecFacts& c : codecs)
    fmt::print("| {} | {} | {} | {} | {} | {} | {} |\n", c.name, c.encoder, c.containers,
               c.alpha_in, c.quality, c.presets, c.note);
}

int print_codecs(const std::string& name, bool markdown) {
  const std::vector<CodecFacts> codecs = codec_facts();
  if (markdown) {
    print_table(codecs);
    return 0;
  }
  std::vector<std::string> names;
  for (const CodecFacts& codec : codecs) {
    names.push_back(codec.name);
    if (name.empty() || name == codec.name) print_text(codec);
  }
  if (!name.empty() && std::ranges::find(names, name) == names.end())
    throw Error(ErrorCode::usage, fmt::format("there is no codec '{}' in the table", name),
                suggest(name, names));
  if (name.empty())
    fmt::print("\n--vcodec takes any other encoder of libav's too, by its own name.\n");
  return 0;
}

}  // namespace

void add_codecs_command(CLI::App& app, Action& action) {
  struct Options {
    std::string name;
    bool markdown = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("codecs", "List video codecs that can be written");
  command->add_option("CODEC", options->name, "One codec");
  command->add_flag("--markdown", options->markdown, "The table of docs/output.md");
  command->callback([options, &action] {
    action = [options] { return print_codecs(options->name, options->markdown); };
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace help and describe: what there is to type, for people and for programs.
#include <fmt/format.h>

#include <memory>
#include <vector>

#include "cli/commands.h"
#include "cli/help_text.h"
#include "cli/product.h"
#include "cli/program_description.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

using Words = std::vector<std::string>;

/// The entry of a list with this name, or null.
const Json* find_named(const Json::Array& list, const std::string& name) {
  for (const Json& entry : list)
    if (entry.find("name")->as_string() == name) return &entry;
  return nullptr;
}

const Json::Array& list_of(const Json& description, const char* key) {
  return description.find(key)->as_array();
}

[[noreturn]] void refuse(const std::string& word, const Json& command) {
  Words known;
  for (const char* const key : {"commands", "topics"})
    if (command.find(key) != nullptr)
      for (const Json& entry : list_of(command, key))
        known.push_back(entry.find("name")->as_string());
  throw Error(ErrorCode::usage, fmt::format("there is no help on '{}'", word),
              suggest(word, known));
}

/// The help on the command that the words name, "batch run".
std::string help_on_command(const Json& program, const Words& words) {
  std::string name = program.find("name")->as_string();
  const Json* command = &program;
  for (const std::string& word : words) {
    const Json* const below = find_named(list_of(*command, "commands"), word);
    if (below == nullptr) refuse(word, *command);
    command = below;
    name += ' ' + word;
  }
  return help_text(name, *command, HelpDetail::essentials);
}

std::string help_on(const Json& program, const Words& words) {
  if (words == Words{"commands"}) return help_text("overlace", program, HelpDetail::everything);
  const Json::Array& topics = list_of(program, "topics");
  if (words.size() == 1)
    if (const Json* const topic = find_named(topics, words.front()))
      return topic->find("text")->as_string();
  std::string text = help_on_command(program, words);
  if (!words.empty()) return text;
  text += fmt::format("\nTopics:\n  {:<25} All commands, with those below others\n", "commands");
  for (const Json& topic : topics)
    text += fmt::format("  {:<25} {}\n", topic.find("name")->as_string(),
                        topic.find("title")->as_string());
  return text;
}

}  // namespace

void add_help_command(const Command& program) {
  auto words = std::make_shared<Words>();
  const Command command = program.subcommand("help", "Explain a command or a topic");
  command.texts("TOPIC", *words, "A command, such as batch run, or a topic; without one, a list");
  command.runs([words, program] {
    print_product("{}", help_on(describe_program(program), *words));
    return 0;
  });
}

void add_describe_command(const Command& program) {
  program.subcommand("describe", "Print all commands and options as JSON").runs([program] {
    print_product("{}\n", describe_program(program).dump(2));
    return 0;
  });
}

}  // namespace overlace

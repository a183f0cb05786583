// SPDX-License-Identifier: Apache-2.0
// overlace set: changes values in a graph's file, and nothing else in it.
#include <functional>
#include <memory>

#include "cli/commands.h"
#include "cli/set_values.h"

namespace overlace {

void add_set_command(const Command& program) {
  auto options = std::make_shared<SetOptions>();
  const Command command = program.subcommand("set", "Change values in a graph's file");
  command.text("GRAPH", options->file, "File to change, or a preset with -o").required();
  command.texts("CHANGE", options->settings,
                "TARGET=VALUE, as often as needed; TARGET is KNOB, theme.NAME, NODE.PARAM, "
                "NODE.inputs.PORT, or a JSON pointer with JSON as its value");
  command.each("--remove TARGET", options->removed, std::identity(),
               "Take the value of this TARGET away, so that the default or the inherited one "
               "holds");
  const OptionRow shows =
      command.flag("--diff", options->only_shows, "Print the change as a diff, and leave the file");
  const OptionRow output =
      command.text("-o,--output FILE", options->output, "Save here, and leave the file")
          .excludes(shows);
  command.flag("--overwrite", options->overwrite, "Replace an existing file").needs(output);
  command.essentials(
      {"GRAPH", "CHANGE", "--remove", "--diff", "--output", "--overwrite"},
      {{"overlace set mine.json boxes.corner_radius=4 stroke=3", "two values, in the file"},
       {"overlace set mine.json --remove boxes.corner_radius --diff", "what would change"},
       {"overlace set neon pink=#0ff -o mine.json",
        "a preset with another knob, as a file of yours"}});
  command.runs([options] {
    set_values(*options);
    return 0;
  });
}

}  // namespace overlace

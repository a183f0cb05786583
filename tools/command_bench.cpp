// SPDX-License-Identifier: Apache-2.0
// overlace bench: how long the reference scene takes here.
#include "tools/bench.h"
#include "tools/commands.h"

namespace overlace {

void add_bench_command(CLI::App& app, Action& action) {
  auto args = std::make_shared<std::vector<std::string>>();
  CLI::App* command = app.add_subcommand("bench", "Time the reference scene on this machine");
  command->prefix_command();
  command->callback([args, command, &action] {
    *args = command->remaining();
    action = [args] { return run_bench(*args); };
  });
}

}  // namespace overlace

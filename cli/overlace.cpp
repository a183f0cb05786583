// SPDX-License-Identifier: Apache-2.0
// The program: runs commands that need no video itself, and becomes overlace-commands for the rest.
// libav is over a hundred shared libraries, which take a tenth of a second to load.
#include <unistd.h>

#include <cstdio>
#include <exception>
#include <string_view>

#include "cli/commands.h"
#include "cli/main_program.h"
#include "cli/process_start.h"
#include "graph/core/error.h"
#include "graph/core/module.h"

namespace overlace {
namespace {

constexpr AddCommand light_commands[] = {add_check_command,  add_nodes_command,
                                         add_schema_command, add_presets_command,
                                         add_set_command,    add_complete_command};

bool is_light(int argc, char** argv) {
  const std::string_view first = argc > 1 ? argv[1] : "";
  for (const std::string_view name :
       {"--version", "check", "nodes", "schema", "presets", "set", "complete"})
    if (first == name) return true;
  return false;
}

/// Returns only on failure.
int become_all_commands(char** argv) noexcept {
  try {
    const std::string program = installed_file("overlace-commands");
    if (!program.empty()) execv(program.c_str(), argv);
  } catch (const std::exception&) {
    std::fputs("overlace: out of memory\n", stderr);  // nothing else can fail in composing a path
    return static_cast<int>(ErrorCode::out_of_memory);
  }
  std::fputs(
      "overlace: overlace-commands cannot be run; it belongs beside overlace, or into "
      "../lib/overlace\n",
      stderr);
  return static_cast<int>(ErrorCode::internal);
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  using namespace overlace;
  return run_process([&] {
    return is_light(argc, argv) ? run_program(light_commands, argc, argv)
                                : become_all_commands(argv);
  });
}

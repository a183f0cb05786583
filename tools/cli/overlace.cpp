// SPDX-License-Identifier: Apache-2.0
// The command line: parses, runs one subcommand, turns failures into messages and exit codes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>

#include "graph/core/error.h"
#include "tools/cli/commands.h"
#include "tools/cli/console.h"
#include "tools/cli/failure.h"

namespace overlace {
namespace {

constexpr AddCommand commands[] = {
    add_render_command,  add_frame_command,   add_sheet_command,      add_check_command,
    add_explain_command, add_dump_command,    add_reference_commands, add_codecs_command,
    add_tracks_command,  add_devices_command, add_bench_command,
};

constexpr const char* footer = R"(Start here:
  overlace render in.mp4 -g boxes --tracks det.txt -o out.mp4   boxes and labels from a tracker's file
  overlace render in.mp4 -g constellation -o out.mp4            no tracks? it follows what moves (static camera)
  overlace frame in.mp4 -g neon -n 120 -o still.png             one frame as a picture
  overlace presets                                              the looks there are
  overlace nodes draw_lines                                     what a node can do
Exit codes: 0 done, 2 usage or graph, 3 finished with loss, 4 input, 5 output, 6 limit, 33 memory,
75 device not usable here, 128+n ended by signal n.)";

/// The command that was typed; the program itself when there is none.
const CLI::App& typed_command(const CLI::App& app) {
  const CLI::App* command = &app;
  while (!command->get_subcommands().empty()) command = command->get_subcommands().front();
  return *command;
}

/// Says what is wrong with the command line, with the nearest command or option.
int refuse(const CLI::App& app, const CLI::ParseError& error) {
  const CLI::App& command = typed_command(app);
  const std::vector<std::string> unknown = app.remaining(true);
  std::vector<std::string> names;
  std::string what = error.what();
  if (!unknown.empty() && unknown.front().starts_with("-")) {
    for (const CLI::Option* option : command.get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
    what = fmt::format("there is no option '{}'", unknown.front());
  } else if (!unknown.empty() && command.get_require_subcommand_min() > 0) {
    for (const CLI::App* known : command.get_subcommands({})) names.push_back(known->get_name());
    what = fmt::format("there is no command '{}'", unknown.front());
  }
  std::string hint = names.empty() ? "" : suggest(unknown.front(), names);
  if (!hint.empty()) hint = "; " + hint;
  std::string name = command.get_name();
  for (const CLI::App* above = command.get_parent(); above != nullptr; above = above->get_parent())
    name = above->get_name() + " " + name;
  fmt::print(stderr, "overlace: {}{}\nTry '{} --help'.\n", what, hint, name);
  return static_cast<int>(ErrorCode::usage);
}

int run(int argc, char** argv) {
  CLI::App app("Draws tracked things over video, from a JSON graph.", "overlace");
  app.set_version_flag("--version", OVERLACE_VERSION);
  app.require_subcommand(1);
  app.footer(footer);
  Action action;
  for (const AddCommand add : commands) add(app, action);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) return refuse(app, error);
    return app.exit(error);  // --help, --version
  }
  return action();
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  try {
    return overlace::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("overlace: out of memory\n", stderr);  // without needing any
    return static_cast<int>(overlace::ErrorCode::out_of_memory);
  } catch (...) {
    const overlace::Failure failure = overlace::failure_of(std::current_exception());
    for (const std::string& line : failure.lines)
      overlace::tell(stderr, fmt::format("overlace: {}\n", overlace::in_a_line(line)));
    return failure.exit_code;
  }
}

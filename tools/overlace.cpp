// SPDX-License-Identifier: Apache-2.0
// The command line: parses, runs one subcommand, turns failures into messages and exit codes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <new>

#include "graph/core/error.h"
#include "tools/commands.h"

namespace overlace {
namespace {

constexpr AddCommand commands[] = {
    add_render_command,  add_frame_command, add_sheet_command,      add_check_command,
    add_explain_command, add_dump_command,  add_reference_commands, add_tracks_command,
    add_devices_command, add_bench_command,
};

constexpr const char* footer = R"(Start here:
  overlace render in.mp4 -g boxes --tracks det.txt -o out.mp4   boxes and labels from a tracker's file
  overlace render in.mp4 -g constellation -o out.mp4            no tracks? it follows what moves (static camera)
  overlace frame in.mp4 -g neon -n 120 -o still.png             one frame as a picture
  overlace presets                                              the looks there are
  overlace nodes draw_lines                                     what a node can do
Exit codes: 0 done, 2 usage or graph, 3 finished with loss, 4 input, 5 output, 6 limit, 33 memory,
75 device not usable here, 128+n ended by signal n.)";

int report(const Error& error) {
  for (const Diagnostic& problem : error.problems())
    fmt::print(stderr, "overlace: {}\n", problem.text());
  return static_cast<int>(error.code());
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
    const bool asked_for_help = error.get_exit_code() == 0;
    app.exit(error);
    return asked_for_help ? 0 : static_cast<int>(ErrorCode::usage);
  }
  return action();
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  try {
    return overlace::run(argc, argv);
  } catch (const overlace::Error& error) {
    return overlace::report(error);
  } catch (const std::bad_alloc&) {
    fmt::print(stderr, "overlace: out of memory\n");
    return static_cast<int>(overlace::ErrorCode::out_of_memory);
  } catch (const std::exception& error) {
    fmt::print(stderr, "overlace: internal error: {}. Please report it.\n", error.what());
    return static_cast<int>(overlace::ErrorCode::internal);
  }
}

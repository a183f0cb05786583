// SPDX-License-Identifier: Apache-2.0
// The command line: runs the command that was typed, turns failures into messages and exit codes.
#include <cstdio>
#include <new>

#include "graph/core/error.h"
#include "tools/cli/commands.h"
#include "tools/cli/console.h"
#include "tools/cli/failure.h"

namespace overlace {
namespace {

using AddCommand = void (*)(const Command& program);
constexpr AddCommand commands[] = {
    add_render_command,  add_frame_command,  add_sheet_command,  add_check_command,
    add_explain_command, add_dump_command,   add_nodes_command,  add_schema_command,
    add_presets_command, add_codecs_command, add_tracks_command, add_devices_command,
    add_bench_command,
};

constexpr const char* footer = R"(Start here:
  overlace render in.mp4 -g boxes --tracks det.txt -o out.mp4   boxes and labels from a tracker's file
  overlace render in.mp4 -g constellation -o out.mp4            no tracks? it follows what moves (static camera)
  overlace frame in.mp4 -g neon -n 120 -o still.png             one frame as a picture
  overlace presets                                              the looks there are
  overlace nodes draw_lines                                     what a node can do
Exit codes: 0 done, 2 usage or graph, 3 finished with loss, 4 input, 5 output, 6 limit, 33 memory,
75 device not usable here, 128+n ended by signal n.)";

int run(int argc, char** argv) {
  const Program program("overlace", "Draws tracked things over video, from a JSON graph.",
                        OVERLACE_VERSION, footer);
  const Command root = program.root();
  root.require_subcommand();
  for (const AddCommand add : commands) add(root);
  return program.run(argc, argv);
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
    for (const std::string& line : failure.lines) overlace::tell_user(line);
    return failure.exit_code;
  }
}

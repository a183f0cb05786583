// SPDX-License-Identifier: Apache-2.0
// The command line: runs the typed command, and turns failures into messages and exit codes.
#include "cli/main_program.h"

#include <cstdio>
#include <new>

#include "cli/console.h"
#include "cli/failure.h"
#include "graph/core/error.h"

namespace overlace {
namespace {

constexpr const char* footer = "'overlace help' lists topics, such as 'overlace help exit-codes'.";

std::vector<Example> examples() {
  return {{"overlace render in.mp4 -g boxes --tracks det.txt -o out.mp4",
           "boxes and labels from a tracker's file"},
          {"overlace render in.mp4 -g constellation -o out.mp4",
           "detects and tracks what moves"},
          {"overlace frame in.mp4 -g neon -n 120 -o still.png", "one frame as a picture"},
          {"overlace watch in.mp4 -g mine.json -n 120 -o still.png",
           "the same, redrawn whenever the graph is saved"},
          {"overlace batch run clips -o 'out/{stem}.mp4' -g boxes",
           "all videos of a folder, each once"},
          {"overlace presets", "all presets, with their knobs"},
          {"overlace nodes draw_lines", "a node type and its parameters"}};
}

int run(std::span<const AddCommand> commands, int argc, char** argv) {
  const Program program("overlace", "Draws tracked objects over video, from a JSON graph.",
                        OVERLACE_VERSION, footer);
  const Command root = program.root();
  root.require_subcommand();
  root.essentials({}, examples());
  for (const AddCommand add : commands) add(root);
  return program.run(argc, argv);
}

}  // namespace

int run_program(std::span<const AddCommand> commands, int argc, char** argv) noexcept {
  return report_failures([&] { return run(commands, argc, argv); });
}

int report_failures(const std::function<int()>& work) noexcept {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    std::fputs("overlace: out of memory\n", stderr);  // this needs no memory
    return static_cast<int>(ErrorCode::out_of_memory);
  } catch (...) {
    const Failure failure = failure_of(std::current_exception());
    for (const std::string& line : failure.lines) print_note(line);
    return failure.exit_code;
  }
}

}  // namespace overlace

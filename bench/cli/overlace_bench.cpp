// SPDX-License-Identifier: Apache-2.0
// The program overlace-bench: how long the product takes here, part by part.
#include "bench/cli/bench_commands.h"
#include "cli/main_program.h"
#include "cli/process_start.h"

namespace overlace {
namespace {

int run(int argc, char** argv) {
  const Program program("overlace-bench",
                        "Times frames and links in memory, beside a copy of the same picture; its "
                        "commands time more.",
                        OVERLACE_VERSION);
  const Command root = program.root();
  add_bench_options(root);
  add_bench_effects_command(root);
  add_bench_looks_command(root);
  add_bench_gpu_command(root);
  add_bench_video_command(root);
  add_bench_tracks_command(root);
  add_bench_audio_command(root);
  add_bench_sound_command(root);
  return program.run(argc, argv);
}

}  // namespace
}  // namespace overlace

int main(int argc, char** argv) {
  using namespace overlace;
  return run_process([&] { return report_failures([&] { return run(argc, argv); }); });
}

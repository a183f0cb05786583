// SPDX-License-Identifier: Apache-2.0
// overlace-bench sound: how fast voices are made.
#include <memory>

#include "bench/cli/bench_commands.h"
#include "bench/sound.h"

namespace overlace {

void add_bench_sound_command(const Command& program) {
  auto sound = std::make_shared<BenchSoundOptions>();
  const Command command =
      program.subcommand("sound", "Time voices of every instrument on one core, and a phrase");
  command.whole("--seconds", sound->seconds, "Sound of each row", {{3, 10'000}});
  command.flag("--json", sound->json, "Print one JSON object for each row");
  command.runs([sound] { return run_bench_sound(*sound); });
}

}  // namespace overlace

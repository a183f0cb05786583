// SPDX-License-Identifier: Apache-2.0
// overlace-bench audio: how fast sound is analysed.
#include <memory>

#include "bench/audio.h"
#include "bench/cli/bench_commands.h"

namespace overlace {

void add_bench_audio_command(const Command& program) {
  auto sound = std::make_shared<BenchAudioOptions>();
  const Command command =
      program.subcommand("audio", "Time spectra, levels and onsets of sound, on one thread");
  command.whole("--minutes", sound->minutes, "Sound for levels and onsets", {{1, 240}});
  command.whole("--rounds", sound->rounds, "How often each spectrum is made", {{1, 1000}});
  add_common_options(command, *sound, "Seed of the noise");
  command.runs([sound] { return run_bench_audio(*sound); });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// overlace-bench tracks: how fast track files are read.
#include <memory>

#include "bench/cli/bench_commands.h"
#include "bench/track_reading.h"

namespace overlace {

void add_bench_tracks_command(const Command& program) {
  auto tracks = std::make_shared<BenchTracksOptions>();
  const Command command = program.subcommand(
      "tracks", "Time the reading of track files, beside a search for their line ends");
  command.whole("--megabytes", tracks->megabytes, "Text of each format", {{1, 4000}});
  command.whole("--rounds", tracks->rounds, "How often each is read", {{1, 1000}});
  add_common_options(command, *tracks, "Seed of the boxes");
  command.runs([tracks] { return run_bench_tracks(*tracks); });
}

}  // namespace overlace

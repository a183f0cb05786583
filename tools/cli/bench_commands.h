// SPDX-License-Identifier: Apache-2.0
// The benchmarks below `overlace bench` that look beyond the CPU's drawing.
#pragma once

#include <random>
#include <string>

#include "tools/cli/options.h"

namespace overlace {

void add_bench_gpu_command(const Command& bench);
void add_bench_video_command(const Command& bench);
void add_bench_tracks_command(const Command& bench);
void add_bench_audio_command(const Command& bench);
void add_bench_sound_command(const Command& bench);

/// The rows that all of them have: `bench` has a `seed`, which is drawn now, and `json`. `seeded`
/// names what the seed decides.
template <class Bench>
void add_common_options(const Command& command, Bench& bench, const std::string& seeded) {
  bench.seed = std::random_device{}();
  command.whole("--seed", bench.seed, seeded + "; random if not given").no_default();
  command.flag("--json", bench.json, "Print one JSON object for each row");
}

}  // namespace overlace

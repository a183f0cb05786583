// SPDX-License-Identifier: Apache-2.0
// The subcommands of overlace-bench. Each adds itself to the program.
#pragma once

#include <random>
#include <string>

#include "cli/options.h"

namespace overlace {

/// The program's own options: frames on the CPU, and links.
void add_bench_options(const Command& program);
void add_bench_effects_command(const Command& program);
void add_bench_looks_command(const Command& program);
void add_bench_gpu_command(const Command& program);
void add_bench_video_command(const Command& program);
void add_bench_tracks_command(const Command& program);
void add_bench_audio_command(const Command& program);
void add_bench_sound_command(const Command& program);

/// The options that most of them have: sets `seed` of `bench` to a random value, and adds --seed
/// and --json. `seeded` says what the seed decides.
template <class Bench>
void add_common_options(const Command& command, Bench& bench, const std::string& seeded) {
  bench.seed = std::random_device{}();
  command.whole("--seed", bench.seed, seeded + "; random if not given").no_default();
  command.flag("--json", bench.json, "Print one JSON object for each row");
}

}  // namespace overlace

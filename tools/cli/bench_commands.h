// SPDX-License-Identifier: Apache-2.0
// The benchmarks below `overlace bench` that look beyond the CPU's drawing.
#pragma once

#include "tools/cli/options.h"

namespace overlace {

void add_bench_gpu_command(const Command& bench);
void add_bench_video_command(const Command& bench);
void add_bench_tracks_command(const Command& bench);

}  // namespace overlace

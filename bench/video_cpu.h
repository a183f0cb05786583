// SPDX-License-Identifier: Apache-2.0
// The rounds of overlace-bench video on the CPU.
#pragma once

#include "bench/video.h"

namespace overlace {

/// As run_bench_video without a GPU: compares the decoder alone with the whole pipeline into a sink
/// that drops its frames, and prints the process's peak memory.
int run_bench_video_cpu(const BenchVideoOptions& options);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The rounds of overlace bench video on the CPU.
#pragma once

#include "tools/bench/video.h"

namespace overlace {

/// As run_bench_video where no GPU is given: the decoder alone against the whole pipeline into a
/// sink that lets go of its frames, and the process's peak of memory.
int run_bench_video_cpu(const BenchVideoOptions& options);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Effects in overlace-bench gpu: how long they take on a GPU, in copies of a layer.
#pragma once

#include "bench/bench_report.h"
#include "bench/gpu.h"
#include "bench/gpu/gpu_bench.h"

namespace overlace {

/// Adds a row for each effect of `overlace-bench effects`: the device time of its frame, and how
/// much longer that is than without an effect, in copies of a layer of the picture's size. A row
/// fails if a picture differs from the CPU's. Throws Error as GpuBench does.
void time_gpu_effects(const BenchGpuOptions& options, GpuBench& gpu, BenchReport& report);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Effects of overlace bench gpu: what they take on a GPU, beside copies of a layer.
#pragma once

#include "tools/bench/gpu.h"
#include "tools/bench/gpu/gpu_bench.h"
#include "tools/bench/report.h"

namespace overlace {

/// Adds a row for each effect of `overlace bench effects`: its frame on the device, and what that
/// takes longer than the frame without an effect, in copies of a layer of the picture's size. Rows
/// are wrong where a picture differs from the CPU's. Throws Error as GpuBench does.
void time_gpu_effects(const BenchGpuOptions& options, GpuBench& gpu, BenchReport& report);

}  // namespace overlace

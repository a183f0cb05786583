// SPDX-License-Identifier: Apache-2.0
// Experiments of overlace-bench gpu: why a frame takes as long as it does on a GPU.
#pragma once

#include "bench/bench_report.h"
#include "bench/gpu.h"
#include "bench/gpu/gpu_bench.h"
#include "bench/gpu/scene_timer.h"

namespace overlace {

/// Each experiment adds its own rows. All members throw Error as GpuBench does.
class GpuExperiments {
 public:
  GpuExperiments(const BenchGpuOptions& options, GpuBench& gpu, BenchReport& report);

  /// Runs all of them. A row fails if a picture differs from the CPU's.
  void run();

 private:
  void time_kernels();
  void add_kernel(const KernelTimes& kernel);
  void profile_spread();
  void time_variants();
  void time_commands();
  void time_links_by_steps();
  void time_labels();
  void add_pictures(const std::string& name, bool same);

  const BenchGpuOptions* options_;
  GpuBench* gpu_;
  BenchReport* report_;
  SceneTimer timer_;
  BenchPlanOptions scene_;  ///< the reference scene
};

}  // namespace overlace

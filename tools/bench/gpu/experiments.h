// SPDX-License-Identifier: Apache-2.0
// Experiments of overlace bench gpu: why a frame takes as long as it does on a GPU.
#pragma once

#include "tools/bench/gpu.h"
#include "tools/bench/gpu/gpu_bench.h"
#include "tools/bench/gpu/scene_timer.h"
#include "tools/bench/report.h"

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
  void count_cycles(const KernelTimes& kernel);
  void profile_sections();
  void profile_spread();
  void time_variants();
  void time_variant(const std::string& name, const BenchVariant& variant,
                    const BenchPlanOptions& scene);
  void time_edges();
  void time_labels();
  [[nodiscard]] std::vector<PaintNote> probe(bool has_sections, const std::string& name);
  void add_edge(const std::string& name, const TimeSamples& with, const TimeSamples& without,
                int edges);
  void add_pictures(const std::string& name, bool same);

  const BenchGpuOptions* options_;
  GpuBench* gpu_;
  BenchReport* report_;
  SceneTimer timer_;
  BenchPlanOptions scene_;       ///< the reference scene
  TimeSamples ordinary_frames_;  ///< cold: the baseline for variants
};

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// Interprets the kernels of a frame of the benchmark's reference scene.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench/reference_graph.h"
#include "tools/gpu_model/counts.h"
#include "tools/gpu_model/kernel_library.h"

namespace overlace::gpu_model {

/// How memory after a kernel compares with memory after the same kernel on the host.
enum class Agreement : std::uint8_t {
  equal,
  /// Differs, but the host's result also depends on the order of groups and lanes: the picture
  /// decides.
  order_matters,
  differs,
};

struct KernelReport {
  std::string kernel;
  std::uint32_t blocks = 0;
  std::uint32_t resident_blocks = 0;  ///< that fit a multiprocessor at once
  LaunchCounts counts;
  Agreement agreement = Agreement::equal;
  const Program* program = nullptr;
};

struct FrameReport {
  std::vector<KernelReport> kernels;  ///< in launch order
  bool picture_is_right = false;      ///< it equals the CPU back-end's
};

struct FrameOptions {
  BenchPlanOptions scene;
  std::string
      effect;  ///< prefix of a row's name in `overlace-bench effects`, drawn instead of the scene
  std::string only;  ///< interpret kernels whose names contain this; the host runs the others
  std::function<void(const KernelReport&)> done = [](const KernelReport&) {};  ///< after each
};

/// Interprets the third frame of the scene. Throws Error(internal) for code that is not supported.
[[nodiscard]] FrameReport interpret_frame(const FrameOptions& options, KernelLibrary& library,
                                          const Machine& machine);

}  // namespace overlace::gpu_model

// SPDX-License-Identifier: Apache-2.0
// A frame of the benchmark's reference scene, whose kernels are interpreted.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "tools/bench/plan.h"
#include "tools/gpu_model/counts.h"
#include "tools/gpu_model/library.h"
#include "tools/gpu_model/turn.h"

namespace overlace::gpu_model {

/// What a kernel left in memory, beside what the same kernel leaves on the host.
enum class Agreement : std::uint8_t {
  equal,
  /// Differs, and so does what the host leaves when groups and lanes take other turns: the frame
  /// decides.
  order_matters,
  differs,
};

struct KernelReport {
  std::string kernel;
  std::uint32_t blocks = 0;
  std::uint32_t resident_blocks = 0;  ///< that a multiprocessor has room for
  LaunchCounts counts;
  Agreement agreement = Agreement::equal;
  const Program* program = nullptr;
  OrientationTransform turn;
};

struct FrameReport {
  std::vector<KernelReport> kernels;  ///< in the order of their launches
  bool picture_is_right = false;      ///< it is the CPU back-end's
};

struct FrameOptions {
  BenchPlanOptions scene;
  std::string
      effect;        ///< a row of `overlace bench effects` instead of the scene: its name begins so
  std::string only;  ///< interpret kernels whose names contain this; the host plays the others
  std::function<void(const KernelReport&)> done = [](const KernelReport&) {};  ///< after each
};

/// Interprets the third frame of the scene. Throws Error(internal) for code that is not understood.
[[nodiscard]] FrameReport interpret_frame(const FrameOptions& options, KernelLibrary& library,
                                          const Machine& machine);

}  // namespace overlace::gpu_model

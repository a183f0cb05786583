// SPDX-License-Identifier: Apache-2.0
// Options on where to draw, and the way from them to a replay.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "gpu/replay.h"
#include "io/cuda/cuda_session.h"

namespace overlace {

/// A device that was looked for and found.
struct ChosenDevice {
  std::optional<int> gpu;  ///< index of a CUDA device; nothing is the CPU
  bool demanded = false;   ///< the CPU is no way out when the GPU fails
  int threads = 0;
  SimdLevel simd = SimdLevel::best;
  std::function<void(const std::string&)> say;

  /// A replay on it. Where the GPU was not demanded and cannot draw, or fails on the way, says so
  /// and takes the CPU; else throws Error(out_of_memory), Error(unavailable). `trace` may be null;
  /// so may `session`, on whose stream to work, as it is where pictures come from the host alone.
  [[nodiscard]] std::unique_ptr<Replay> make_replay(
      std::shared_ptr<const Plan> plan, Trace* trace = nullptr,
      const std::shared_ptr<const CudaSession>& session = nullptr) const;
};

/// Where to draw, as it is typed.
struct DeviceOptions {
  std::string device = "auto";  ///< auto, cpu, cuda or cuda:N
  std::string simd = "best";
  int threads = 0;

  void add_to(CLI::App& command);
  /// Looks for the device. Tells `say` which GPU it is where there was a choice, and of a GPU that
  /// is there and cannot be used. Throws Error(usage), and Error(unavailable) where a GPU is
  /// demanded and not to be had.
  [[nodiscard]] ChosenDevice choose(std::function<void(const std::string&)> say) const;
};

/// The instruction set of that name; throws Error(usage) with the nearest one.
[[nodiscard]] SimdLevel simd_level(const std::string& name);

}  // namespace overlace

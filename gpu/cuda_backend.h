// SPDX-License-Identifier: Apache-2.0
// What the module "cuda" exports: drawing on NVIDIA GPUs. Only that module links CUDA.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "gpu/devices.h"
#include "gpu/replay.h"

namespace overlace {

/// What the module offers. Each function is documented where it is declared for callers:
/// gpu/devices.h, gpu/callers_memory.h, gpu/replay.h. They exchange C++ classes, so a module serves
/// only the build that it is from.
struct CudaBackend {
  /// `cuda_build` of the module: a hash of its sources. Read before the rest; stays the first.
  const char* build = nullptr;
  DeviceList (*list_devices)(DeviceProbe look) = nullptr;
  std::uint64_t (*free_memory)(int index) = nullptr;
  int (*gpu_of)(const void* memory) = nullptr;
  void (*copy)(const ImageView& to, const ImageView& from, void* stream) = nullptr;
  void (*clear)(const ImageView& to, void* stream) = nullptr;
  std::unique_ptr<Replay> (*make_replay)(std::shared_ptr<const Plan> plan,
                                         const CudaReplayOptions& options) = nullptr;
};

/// The module, or why there is none.
struct LoadedCudaBackend {
  const CudaBackend* backend = nullptr;  ///< null if it cannot be used
  std::string why_not;                   ///< why it cannot be used; empty when it can
  bool fault = false;                    ///< a module is installed, but cannot be used
};

/// Loads the module from `file`, an absolute path; "" means that it is not installed. It stays
/// loaded. A module of another build is refused.
[[nodiscard]] LoadedCudaBackend load_cuda_backend(const std::string& file);

}  // namespace overlace

/// What the module exports.
extern "C" const overlace::CudaBackend* overlace_cuda_backend();

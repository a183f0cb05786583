// SPDX-License-Identifier: Apache-2.0
// Where to draw: which device was asked for, which one is there, and a replay on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "gpu/device/fallback_replay.h"
#include "gpu/replay.h"
#include "graph/core/log.h"
#include "render/session.h"

namespace overlace {

/// The device that is asked for.
struct DeviceTarget {
  enum class Kind : std::uint8_t {
    best,  ///< the GPU with most free memory, else the CPU
    cpu,
    cuda,  ///< a GPU; the CPU is no way out
  };
  Kind kind = Kind::best;
  int index = -1;  ///< of a GPU, as CUDA counts; -1: the one with most free memory
};

struct DeviceSettings {
  DeviceTarget target;
  int threads = 0;  ///< workers of the CPU; 0: one per core
  SimdLevel simd = SimdLevel::best;
};

/// Somebody else's stream on a GPU, and their way for pictures between it and the host.
struct DeviceStream {
  void* stream = nullptr;  ///< CUstream of the device's primary context; null: the replay's own
  PictureCopier copy{};    ///< empty: the CPU cannot take over pictures that lie on the GPU
};

/// A device that was looked for and found.
struct ChosenDevice {
  std::optional<int> gpu;  ///< index of a CUDA device; nothing is the CPU
  bool demanded = false;   ///< the CPU is no way out when the GPU fails
  int threads = 0;
  SimdLevel simd = SimdLevel::best;
  LogSink log;

  /// A replay on it. Where the GPU was not demanded and cannot draw, or fails on the way, reports
  /// it and takes the CPU; else throws Error(out_of_memory), Error(unavailable). `trace` may be
  /// null.
  [[nodiscard]] std::unique_ptr<Replay> make_replay(std::shared_ptr<const Plan> plan,
                                                    Trace* trace = nullptr,
                                                    const DeviceStream& stream = {}) const;
  /// Such replays, for a session.
  [[nodiscard]] Device device(Trace* trace = nullptr, DeviceStream stream = {}) const;
};

/// Looks for the device. Reports to `log` which GPU it is where there was a choice, and a GPU that
/// is there and cannot be used. Throws Error(unavailable) where a GPU is demanded and not to be
/// had.
[[nodiscard]] ChosenDevice choose_device(const DeviceSettings& settings, LogSink log);

}  // namespace overlace

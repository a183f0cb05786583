// SPDX-License-Identifier: Apache-2.0
// Where to draw: finds the requested device, and makes replays on it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "gpu/device/fallback_replay.h"
#include "gpu/replay.h"
#include "graph/core/log.h"
#include "render/session.h"

namespace overlace {

/// The requested device.
struct DeviceTarget {
  enum class Kind : std::uint8_t {
    best,  ///< the GPU with the most free memory, else the CPU
    cpu,
    cuda,  ///< a GPU; never falls back to the CPU
  };
  Kind kind = Kind::best;
  int index = -1;  ///< of a GPU, as CUDA counts; -1: the one with the most free memory
};

struct DeviceSettings {
  DeviceTarget target;
  int threads = 0;  ///< workers of the CPU; 0: one per core
  SimdLevel simd = SimdLevel::best;
};

/// A caller's stream on a GPU, and how pictures are copied between that GPU and the host.
struct DeviceStream {
  void* stream = nullptr;  ///< CUstream of the device's primary context; null: the replay's own
  PictureCopier copy{};    ///< empty: the CPU cannot take over pictures in GPU memory
};

/// A device that was looked for and found.
struct ChosenDevice {
  std::optional<int> gpu;  ///< index of a CUDA device; nothing is the CPU
  bool demanded = false;   ///< no fallback to the CPU when the GPU fails
  int threads = 0;
  SimdLevel simd = SimdLevel::best;
  LogSink log;

  /// Makes a replay on the device. If a GPU that was not demanded cannot draw, or fails later on,
  /// reports it and falls back to the CPU; otherwise throws Error(out_of_memory),
  /// Error(unavailable). `trace` may be null.
  [[nodiscard]] std::unique_ptr<Replay> make_replay(std::shared_ptr<const Plan> plan,
                                                    Trace* trace = nullptr,
                                                    const DeviceStream& stream = {}) const;
  /// Makes such replays for a session.
  [[nodiscard]] Device device(Trace* trace = nullptr, DeviceStream stream = {}) const;
};

/// Looks for the device. Reports to `log` which GPU was chosen, if there was a choice, and any GPU
/// that is present but cannot be used. Throws Error(unavailable) if a demanded GPU cannot be had.
[[nodiscard]] ChosenDevice choose_device(const DeviceSettings& settings, LogSink log);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The functions of the CUDA back-end. Each is what its namesake in gpu/ calls through the module.
#pragma once

#include <cstdint>
#include <memory>

#include "gpu/devices.h"
#include "gpu/replay.h"

namespace overlace::cuda {

[[nodiscard]] DeviceList list_devices(DeviceProbe look);  ///< `list_cuda_devices`
[[nodiscard]] std::uint64_t free_memory(int index);       ///< `free_device_memory`
[[nodiscard]] int gpu_of(const void* memory);
void copy(const ImageView& to, const ImageView& from, void* stream);  ///< `copy_on_gpu`
void clear(const ImageView& to, void* stream);                        ///< `clear_on_gpu`
/// `make_cuda_replay`
[[nodiscard]] std::unique_ptr<Replay> make_replay(std::shared_ptr<const Plan> plan,
                                                  const CudaReplayOptions& options);

}  // namespace overlace::cuda

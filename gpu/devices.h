// SPDX-License-Identifier: Apache-2.0
// The GPUs of this machine: what they are, and whether overlace can draw with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace overlace {

/// One GPU, as the CUDA runtime sees it.
struct DeviceInfo {
  int index = 0;                  ///< as CUDA counts, which is among the CUDA_VISIBLE_DEVICES
  std::string name;               ///< "NVIDIA H200"
  int major = 0, minor = 0;       ///< compute capability
  std::uint64_t memory = 0;       ///< bytes
  std::uint64_t free_memory = 0;  ///< of a device that was not opened: 0
  std::string why_not;            ///< why it cannot be used; empty when it can

  [[nodiscard]] bool usable() const { return why_not.empty(); }
};

/// What was found on a machine.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::string why_none;       ///< why there are none; empty when there are
  bool driver_fault = false;  ///< why_none is a driver that is there but does not work
};

/// How a listing looks at devices. Opening one for a moment takes time, but only that tells how
/// much memory is free, and whether it can be opened at all.
enum class DeviceProbe : std::uint8_t { from_outside, opened };

/// All GPUs that the process may see. A faulty one does not hide the others. Leaves nothing on the
/// devices. Never throws for what it finds: a build or a machine without CUDA has an empty list
/// with a reason.
[[nodiscard]] DeviceList list_cuda_devices(DeviceProbe look = DeviceProbe::opened);

/// Bytes that are free on a device now, with what this process has taken counted as taken; 0 where
/// that cannot be told. Leaves nothing on it.
[[nodiscard]] std::uint64_t free_device_memory(int index);

/// The usable device with most free memory, the first of equals; null when there is none.
[[nodiscard]] const DeviceInfo* most_free_device(const DeviceList& list);

/// The device for `--device cuda:INDEX`; an index below 0 takes the one with most free memory.
/// Throws Error(unavailable), saying why it is not to be had.
[[nodiscard]] const DeviceInfo& demanded_device(const DeviceList& list, int index);

/// What a build was compiled for: compute capabilities as 10 x major + minor.
struct CompiledCode {
  std::vector<int> machine;  ///< machine code
  std::vector<int> ptx;      ///< PTX, from which a driver makes machine code
};

/// The compute capability that the code was made for which a device runs: machine code of its major
/// version and of no newer minor one, else PTX that is not newer, the newest of each; nothing where
/// none runs (CUDA C++ Programming Guide, "Application Compatibility").
[[nodiscard]] std::optional<int> code_for(const CompiledCode& compiled, int major, int minor);

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The GPUs of this machine, and whether overlace can draw with them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace overlace {

/// One GPU, as the CUDA runtime sees it.
struct DeviceInfo {
  int index = 0;                  ///< CUDA's index, which counts only CUDA_VISIBLE_DEVICES
  std::string name;               ///< "NVIDIA H200"
  int major = 0, minor = 0;       ///< compute capability
  std::uint64_t memory = 0;       ///< bytes
  std::uint64_t free_memory = 0;  ///< bytes; 0 for a device that was not opened
  std::string why_not;            ///< why it cannot be used; empty when it can

  [[nodiscard]] bool usable() const { return why_not.empty(); }
};

/// The devices of a machine.
struct DeviceList {
  std::vector<DeviceInfo> devices;
  std::string why_none;  ///< why there are none; empty when there are
  bool fault = false;    ///< there are none because the installed driver or module does not work
};

/// How a listing examines devices. Briefly opening one takes time, but nothing else reveals how
/// much memory is free and whether the device can be opened at all.
enum class DeviceProbe : std::uint8_t { from_outside, opened };

/// All GPUs visible to the process. A faulty one does not hide the others. Leaves nothing allocated
/// on the devices. Faults that it finds do not throw: without the module overlace-cuda.so, or on a
/// machine without CUDA, the list is empty and has a reason.
[[nodiscard]] DeviceList list_cuda_devices(DeviceProbe look = DeviceProbe::opened);

/// Bytes that are free on a device now, not counting memory that this process holds; 0 if unknown.
/// Leaves nothing allocated on it.
[[nodiscard]] std::uint64_t free_device_memory(int index);

/// The usable device with the most free memory, the first one on a tie; null when there is none.
[[nodiscard]] const DeviceInfo* most_free_device(const DeviceList& list);

/// The device for `--device cuda:INDEX`; an index below 0 means the one with the most free memory.
/// Throws Error(unavailable), saying why that device can't be used.
[[nodiscard]] const DeviceInfo& demanded_device(const DeviceList& list, int index);

/// What the module was compiled for: compute capabilities as 10 x major + minor.
struct CompiledCode {
  std::vector<int> machine;  ///< machine code
  std::vector<int> ptx;      ///< PTX, from which a driver makes machine code
};

/// The compute capability of the compiled code that a device runs: the newest machine code of the
/// same major version and no newer minor version, else the newest PTX that is no newer than the
/// device; nothing if none runs (CUDA C++ Programming Guide, "Application Compatibility").
[[nodiscard]] std::optional<int> code_for(const CompiledCode& compiled, int major, int minor);

}  // namespace overlace

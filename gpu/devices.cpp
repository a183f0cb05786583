// SPDX-License-Identifier: Apache-2.0
// Chooses among GPUs.
#include "gpu/devices.h"

#include <fmt/format.h>

#include <algorithm>

#include "graph/core/error.h"

namespace overlace {
namespace {

[[noreturn]] void refuse(const std::string& why) {
  throw Error(ErrorCode::unavailable, why, "use --device cpu, or try another machine",
              SourceLocation{"--device"});
}

}  // namespace

const DeviceInfo* most_free_device(const DeviceList& list) {
  const DeviceInfo* best = nullptr;
  for (const DeviceInfo& device : list.devices)
    if (device.usable() && (best == nullptr || device.free_memory > best->free_memory))
      best = &device;
  return best;
}

const DeviceInfo& demanded_device(const DeviceList& list, int index) {
  if (list.devices.empty()) refuse(list.why_none);
  if (index < 0) {
    if (const DeviceInfo* best = most_free_device(list)) return *best;
    index = list.devices.front().index;
  }
  const auto found = std::ranges::find(list.devices, index, &DeviceInfo::index);
  if (found == list.devices.end())
    refuse(fmt::format("there is no GPU {}; the last one here is GPU {}", index,
                       list.devices.back().index));
  if (!found->usable())
    refuse(fmt::format("GPU {} ({}) cannot be used: {}", index, found->name, found->why_not));
  return *found;
}

std::optional<int> code_for(const CompiledCode& compiled, int major, int minor) {
  const int own = major * 10 + minor;
  std::optional<int> machine, ptx;
  for (const int code : compiled.machine)
    if (code / 10 == major && code <= own) machine = std::max(machine.value_or(code), code);
  for (const int code : compiled.ptx)
    if (code <= own) ptx = std::max(ptx.value_or(code), code);
  return machine ? machine : ptx;
}

}  // namespace overlace

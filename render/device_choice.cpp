// SPDX-License-Identifier: Apache-2.0
// From the devices of this machine to one that draws.
#include "render/device_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "gpu/devices.h"
#include "graph/core/error.h"
#include "graph/core/log.h"

namespace overlace {
namespace {

std::string choice_text(const DeviceInfo& device) {
  constexpr double gibibyte = 1U << 30U;
  const double all = static_cast<double>(device.memory) / gibibyte;
  if (device.free_memory == 0)
    return fmt::format("drawing on GPU {}, {} ({:.1f} GiB)", device.index, device.name, all);
  return fmt::format("drawing on GPU {}, {} ({:.1f} of {:.1f} GiB free)", device.index, device.name,
                     static_cast<double>(device.free_memory) / gibibyte, all);
}

/// Why the CPU is used although there is, or may be, a GPU; empty where there is none.
std::string fault_text(const DeviceList& list) {
  if (list.fault) return list.why_none + "; drawing on the CPU";
  if (list.devices.empty()) return {};
  const DeviceInfo& first = list.devices.front();
  return fmt::format("GPU {} ({}) cannot be used: {}; drawing on the CPU", first.index, first.name,
                     first.why_not);
}

/// The devices to choose from. They are opened only if their free memory decides.
DeviceList list_for_choice() {
  DeviceList list = list_cuda_devices(DeviceProbe::from_outside);
  const bool decides = std::ranges::count_if(list.devices, &DeviceInfo::usable) > 1;
  return decides ? list_cuda_devices() : list;
}

/// The best GPU; nothing where there is none.
std::optional<int> best_gpu(const LogSink& log) {
  const DeviceList list = list_for_choice();
  if (const DeviceInfo* device = most_free_device(list)) {
    log(choice_text(*device));
    return device->index;
  }
  if (const std::string fault = fault_text(list); !fault.empty()) log(fault);
  return std::nullopt;
}

int demanded_gpu(int index, const LogSink& log) {
  const DeviceList list =
      index < 0 ? list_for_choice() : list_cuda_devices(DeviceProbe::from_outside);
  const DeviceInfo& device = demanded_device(list, index);
  if (index < 0 && list.devices.size() > 1) log(choice_text(device));
  return device.index;
}

}  // namespace

std::unique_ptr<Replay> ChosenDevice::make_replay(std::shared_ptr<const Plan> plan, Trace* trace,
                                                  const DeviceStream& stream) const {
  const auto on_cpu = [=,
                       options = ReplayOptions{.threads = threads, .simd = simd, .trace = trace}] {
    return make_cpu_replay(plan, options);
  };
  if (!gpu) return on_cpu();
  const auto on_gpu = [=, index = *gpu, queue = stream.stream] {
    return make_cuda_replay(plan, {.device = index, .stream = queue, .trace = trace});
  };
  if (demanded) return on_gpu();
  const auto tell = [index = *gpu, print_note = log](const Error& error) {
    print_note(
        fmt::format("GPU {}: {}; drawing on the CPU", index, error.problems().front().message));
  };
  return make_fallback_replay(
      {.make_first = on_gpu, .make_second = on_cpu, .log = tell, .copy = stream.copy});
}

Device ChosenDevice::device(Trace* trace, DeviceStream stream) const {
  return [chosen = *this, trace, stream = std::move(stream)](std::shared_ptr<const Plan> plan) {
    return chosen.make_replay(std::move(plan), trace, stream);
  };
}

ChosenDevice choose_device(const DeviceSettings& settings, LogSink log) {
  using Kind = DeviceTarget::Kind;
  ChosenDevice chosen;
  chosen.demanded = settings.target.kind == Kind::cuda;
  chosen.threads = settings.threads;
  chosen.simd = settings.simd;
  if (chosen.demanded)
    chosen.gpu = demanded_gpu(settings.target.index, log);
  else if (settings.target.kind == Kind::best)
    chosen.gpu = best_gpu(log);
  chosen.log = std::move(log);
  return chosen;
}

}  // namespace overlace

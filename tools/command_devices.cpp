// SPDX-License-Identifier: Apache-2.0
// overlace devices: where a graph can run on this machine.
#include <fmt/format.h>

#include <thread>

#include "gpu/devices.h"
#include "gpu/replay.h"
#include "io/hardware_codecs.h"
#include "tools/commands.h"

namespace overlace {
namespace {

void print_gpu(const DeviceInfo& device) {
  constexpr double gibibyte = 1U << 30U;
  fmt::print("cuda:{}  {}, {:.1f} GiB", device.index, device.name,
             static_cast<double>(device.memory) / gibibyte);
  if (device.usable())
    fmt::print(" of which {:.1f} are free", static_cast<double>(device.free_memory) / gibibyte);
  fmt::print(", compute capability {}.{}\n", device.major, device.minor);
  if (!device.usable()) fmt::print("        not usable: {}\n", device.why_not);
  const HardwareCodecs codecs = probe_hardware_codecs(device.index);
  fmt::print("        {}\n        {}\n", codecs.decoding_text(), codecs.encoding_text());
}

int list_devices() {
  fmt::print("cpu     {} threads, {}\n", std::thread::hardware_concurrency(),
             simd_name(detect_simd()));
  const DeviceList list = list_cuda_devices();
  if (list.devices.empty()) fmt::print("cuda    not usable: {}\n", list.why_none);
  for (const DeviceInfo& device : list.devices) print_gpu(device);
  return 0;
}

}  // namespace

void add_devices_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("devices", "List the devices that overlace can draw with");
  command->callback([&action] { action = [] { return list_devices(); }; });
}

}  // namespace overlace

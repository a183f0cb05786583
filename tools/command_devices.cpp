// SPDX-License-Identifier: Apache-2.0
// overlace devices: where a graph can run on this machine.
#include <fmt/format.h>

#include <thread>

#include "gpu/replay.h"
#include "tools/commands.h"

namespace overlace {

void add_devices_command(CLI::App& app, Action& action) {
  CLI::App* command = app.add_subcommand("devices", "List the devices that overlace can draw with");
  command->callback([&action] {
    action = [] {
      fmt::print("cpu   {} threads, {}\n", std::thread::hardware_concurrency(),
                 simd_name(detect_simd()));
      fmt::print("cuda  not usable: this build has no CUDA back-end\n");
      return 0;
    };
  });
}

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// What Linux tells in files: tables of numbers, and the memory of control groups.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace overlace {

/// Where the kernel shows itself.
struct MachineFiles {
  std::string proc = "/proc", groups = "/sys/fs/cgroup";
};

/// The number behind a name in a table of the kernel's, such as "MemAvailable:".
[[nodiscard]] std::optional<std::int64_t> number_in_table(const std::string& path,
                                                          const std::string& name);

/// Bytes of memory that this process's control groups of either version allow, and those that are
/// left: the least of its own and those that it is in. The largest number where nothing limits
/// them.
struct GroupMemory {
  std::int64_t limit, left;
};
[[nodiscard]] GroupMemory group_memory(const MachineFiles& files = {});

}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// What Linux reports in files: tables of numbers, and the memory of control groups.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace overlace {

/// Where the kernel's file systems are mounted.
struct MachineFiles {
  std::string proc = "/proc", groups = "/sys/fs/cgroup";
};

/// The number after a name in one of the kernel's tables, such as "MemAvailable:".
[[nodiscard]] std::optional<std::int64_t> number_in_table(const std::string& path,
                                                          const std::string& name);

/// The bytes that this process's control groups (version 1 or 2) allow, and what is left of them:
/// the minimum over its own group and all enclosing ones. The largest number where there is no
/// limit.
struct GroupMemory {
  std::int64_t limit, left;
};
[[nodiscard]] GroupMemory group_memory(const MachineFiles& files = {});

}  // namespace overlace

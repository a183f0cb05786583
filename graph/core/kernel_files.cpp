// SPDX-License-Identifier: Apache-2.0
// Memory of control groups, from their files below /sys/fs/cgroup.
#include "graph/core/kernel_files.h"

#include <algorithm>
#include <fstream>
#include <limits>

namespace overlace {
namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();

std::optional<std::int64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;  // "max" is not a number
}

/// File names of one version of control groups.
struct GroupFiles {
  const char *limit, *used, *reclaimable;
};
constexpr GroupFiles version_1{"/memory.limit_in_bytes", "/memory.usage_in_bytes",
                               "total_inactive_file"};
constexpr GroupFiles version_2{"/memory.max", "/memory.current", "inactive_file"};

GroupMemory least_of(const GroupMemory& a, const GroupMemory& b) {
  return {std::min(a.limit, b.limit), std::min(a.left, b.left)};
}

/// A group's limit, and what is left of it. The kernel counts file pages that it can reclaim as
/// used; here they are free.
GroupMemory memory_in_folder(const std::string& folder, const GroupFiles& files) {
  const auto limit = number_in(folder + files.limit), used = number_in(folder + files.used);
  if (!limit) return {unknown, unknown};
  if (!used) return {*limit, unknown};
  const std::int64_t files_kept =
      number_in_table(folder + "/memory.stat", files.reclaimable).value_or(0);
  return {*limit,
          std::max<std::int64_t>(*limit - std::max<std::int64_t>(*used - files_kept, 0), 0)};
}

/// The same for a group and all enclosing ones; `hierarchy` is where the file system is mounted.
GroupMemory memory_in_groups(const std::string& hierarchy, std::string group,
                             const GroupFiles& files) {
  GroupMemory least{unknown, unknown};
  while (true) {
    least = least_of(least, memory_in_folder(hierarchy + group, files));
    if (group.empty()) return least;
    group.resize(std::min(group.rfind('/'), group.size() - 1));
  }
}

}  // namespace

std::optional<std::int64_t> number_in_table(const std::string& path, const std::string& name) {
  std::ifstream file(path);
  for (std::string word; file >> word;) {
    std::int64_t number = 0;
    if (word == name && file >> number) return number;
    file.clear();
    std::getline(file, word);
  }
  return std::nullopt;
}

/// The process's lines in /proc are "4:memory:/a/b" for version 1, where each controller has its
/// own hierarchy, and "0::/a/b" for version 2.
GroupMemory group_memory(const MachineFiles& files) {
  std::ifstream file(files.proc + "/self/cgroup");
  GroupMemory least{unknown, unknown};
  for (std::string line; std::getline(file, line);) {
    const std::size_t begin = line.find(':'), end = line.find(':', begin + 1);
    if (end == std::string::npos) continue;
    const std::string controllers = "," + line.substr(begin + 1, end - begin - 1) + ",";
    std::string group = line.substr(end + 1);
    if (group == "/") group.clear();
    if (controllers.find(",memory,") != std::string::npos)
      least = least_of(least, memory_in_groups(files.groups + "/memory", group, version_1));
    if (controllers != ",,") continue;
    for (const char* const place : {"", "/unified"})
      least = least_of(least, memory_in_groups(files.groups + place, group, version_2));
  }
  return least;
}

}  // namespace overlace

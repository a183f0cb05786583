// SPDX-License-Identifier: Apache-2.0
// Linux's /proc and /sys.
#include "batch/machine.h"

#include <sched.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <optional>

namespace overlace {
namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();

std::optional<std::int64_t> number_in(const std::string& path) {
  std::ifstream file(path);
  std::int64_t number = 0;
  return file >> number ? std::optional(number) : std::nullopt;  // "max" is no number
}

std::int64_t available_to_all() {
  std::ifstream file("/proc/meminfo");
  for (std::string name; file >> name;) {
    std::int64_t kibibytes = 0;
    file >> kibibytes;
    if (name == "MemAvailable:") return kibibytes * 1024;
    std::getline(file, name);
  }
  return unknown;
}

/// Of the control group, version 2, and of those that it is in.
std::int64_t left_in_group() {
  std::ifstream file("/proc/self/cgroup");
  std::string line;
  std::int64_t least = unknown;
  while (std::getline(file, line)) {
    if (!line.starts_with("0::/")) continue;
    std::string group = line.substr(3);
    while (true) {
      const std::string folder = "/sys/fs/cgroup" + group;
      const auto limit = number_in(folder + "/memory.max");
      const auto used = number_in(folder + "/memory.current");
      if (limit && used) least = std::min(least, std::max<std::int64_t>(*limit - *used, 0));
      const std::size_t slash = group.rfind('/');
      if (group.size() <= 1 || slash == std::string::npos) break;
      group.resize(std::max<std::size_t>(slash, 1));
    }
  }
  return least;
}

}  // namespace

std::int64_t available_memory() {
  return std::min(available_to_all(), left_in_group());
}

std::int64_t free_space(const std::string& folder) {
  struct statvfs system {};
  if (::statvfs(folder.c_str(), &system) != 0) return unknown;
  return static_cast<std::int64_t>(system.f_bavail * system.f_frsize);
}

int usable_cores() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  if (::sched_getaffinity(0, sizeof cores, &cores) != 0) return 1;
  return std::max(CPU_COUNT(&cores), 1);
}

std::string boot_id() {
  std::ifstream file("/proc/sys/kernel/random/boot_id");
  std::string id;
  std::getline(file, id);
  return id;
}

}  // namespace overlace

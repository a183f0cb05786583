// SPDX-License-Identifier: Apache-2.0
// Reads Linux's /proc and /sys.
#include "batch/machine.h"

#include <sched.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <limits>
#include <string>

namespace overlace {
namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();

constexpr std::int64_t kibibyte = 1024;

/// The bytes in a row of /proc/self/status.
std::int64_t own_memory(const char* row) {
  return number_in_table("/proc/self/status", row).value_or(0) * kibibyte;
}

}  // namespace

std::int64_t available_memory(const MachineFiles& files) {
  const auto to_all = number_in_table(files.proc + "/meminfo", "MemAvailable:");
  return std::min(to_all ? *to_all * kibibyte : unknown, group_memory(files).left);
}

std::int64_t address_space_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
  return static_cast<std::int64_t>(std::min<rlim_t>(limit.rlim_cur, static_cast<rlim_t>(unknown)));
}

std::int64_t memory_for(std::int64_t available, std::int64_t of_each, int jobs) {
  constexpr double share = 0.8;  // the rest is for what is not counted
  const double all = share * static_cast<double>(available);
  const double most = static_cast<double>(of_each) * jobs;
  return static_cast<std::int64_t>(std::min({all, most, 0x1p62}));
}

std::int64_t resident_memory() {
  return own_memory("VmRSS:");
}

std::int64_t peak_resident_memory() {
  return own_memory("VmHWM:");
}

void forget_peak_memory() {
  std::ofstream("/proc/self/clear_refs") << "5";  // see proc(5)
}

std::int64_t free_space(const std::string& folder) {
  struct statvfs system {};
  if (::statvfs(folder.c_str(), &system) != 0) return unknown;
  return static_cast<std::int64_t>(system.f_bavail * system.f_frsize);
}

// Numbers from statfs(2); those of Lustre, GPFS and BeeGFS from their own sources.
bool is_network(std::uint32_t kind) {
  constexpr std::array<std::uint32_t, 14> networks{
      0x6969,      // NFS
      0x517B,      // SMB
      0xFF534D42,  // CIFS
      0xFE534D42,  // SMB 2
      0x65735546,  // FUSE: sshfs, s3fs, virtiofs
      0x01021997,  // 9P
      0x00C36400,  // Ceph
      0x5346414F,  // AFS
      0x6B414653,  // AFS of the kernel
      0x73757245,  // Coda
      0x564C,      // NCP
      0x0BD00BD0,  // Lustre
      0x47504653,  // GPFS
      0x19830326,  // BeeGFS
  };
  return std::ranges::find(networks, kind) != networks.end();
}

bool is_on_network(const std::string& folder) {
  struct statfs system {};
  return ::statfs(folder.c_str(), &system) == 0 &&
         is_network(static_cast<std::uint32_t>(system.f_type));
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

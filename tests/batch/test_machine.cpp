// SPDX-License-Identifier: Apache-2.0
// The memory a machine has left, according to kernel files that the test writes.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

#include "batch/machine.h"

namespace overlace {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t MiB = std::int64_t{1} << 20U;

class Machine : public ::testing::Test {
 protected:
  Machine() {
    write("proc/meminfo", "MemTotal: 8192000 kB\nMemFree: 1 kB\nMemAvailable:    4096000 kB\n");
  }
  ~Machine() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  [[nodiscard]] std::int64_t available() const {
    return available_memory({(root_ / "proc").string(), (root_ / "groups").string()});
  }

 private:
  fs::path root_ = fs::path(::testing::TempDir()) / ("machine-" + std::to_string(::getpid()));
};

TEST(Network, FileSystemsOfOtherMachinesAreKnown) {
  for (const std::uint32_t kind : {0x6969U, 0xFF534D42U, 0x65735546U, 0x0BD00BD0U, 0x47504653U})
    EXPECT_TRUE(is_network(kind)) << kind;
  constexpr std::uint32_t ext4 = 0xEF53, memory = 0x01021994;
  EXPECT_FALSE(is_network(ext4));
  EXPECT_FALSE(is_network(memory));
  EXPECT_FALSE(is_on_network("/proc"));
}

TEST_F(Machine, WithoutGroupsAllOfItIsOurs) {
  EXPECT_EQ(available(), std::int64_t{4096000} * 1024);
}

// Documentation/admin-guide/cgroup-v2.rst: memory.max, memory.current, and "max" for no limit.
TEST_F(Machine, AGroupOfVersionTwoIsWithinItsParents) {
  write("proc/self/cgroup", "0::/user/job\n");
  write("groups/user/job/memory.max", "max\n");
  write("groups/user/job/memory.current", "1048576\n");
  write("groups/user/memory.max", "1073741824\n");
  write("groups/user/memory.current", "268435456\n");
  EXPECT_EQ(available(), 768 * MiB);
  write("groups/user/job/memory.max", "104857600\n");
  EXPECT_EQ(available(), 99 * MiB);
}

// memory.current includes file pages, which the kernel drops before it kills a process.
TEST_F(Machine, FilesKeptInMemoryAreNotTaken) {
  write("proc/self/cgroup", "0::/job\n");
  write("groups/job/memory.max", "1073741824\n");
  write("groups/job/memory.current", "1073741824\n");
  write("groups/job/memory.stat", "anon 1\ninactive_file 536870912\nactive_file 7\n");
  EXPECT_EQ(available(), 512 * MiB);
}

// Documentation/admin-guide/cgroup-v1/memory.rst; no limit is the largest multiple of a page.
TEST_F(Machine, AGroupOfVersionOneHasAHierarchyOfItsOwn) {
  write("proc/self/cgroup", "9:cpu,cpuacct:/other\n4:memory:/a/b\n0::/\n");
  write("groups/memory/memory.limit_in_bytes", "9223372036854771712\n");
  write("groups/memory/memory.usage_in_bytes", "5000000000\n");
  EXPECT_EQ(available(), std::int64_t{4096000} * 1024);
  write("groups/memory/a/memory.limit_in_bytes", "1073741824\n");
  write("groups/memory/a/memory.usage_in_bytes", "805306368\n");
  write("groups/memory/a/memory.stat", "inactive_file 1\ntotal_inactive_file 268435456\n");
  EXPECT_EQ(available(), 512 * MiB);
}

// In a container, the group's own folder may be invisible; the visible root is then the group.
TEST_F(Machine, AContainersGroupIsAtTheRoot) {
  write("proc/self/cgroup", "0::/docker/0123\n");
  write("groups/memory.max", "209715200\n");
  write("groups/memory.current", "104857600\n");
  EXPECT_EQ(available(), 100 * MiB);
  write("groups/memory.current", "304857600\n");  // over its limit, which has just been lowered
  EXPECT_EQ(available(), 0);
}

TEST_F(Machine, ProcessesHaveFourFifthsAndNoneMoreThanItMay) {
  EXPECT_EQ(memory_for(1000, 5000, 2), 800);
  EXPECT_EQ(memory_for(1000, 300, 2), 600);
  const std::int64_t any = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(memory_for(1000, any, 64), 800);
  EXPECT_GT(memory_for(any, any, 64), std::int64_t{1} << 60U);
}

TEST_F(Machine, TheLimitOfAProcessIsThatOfTheSystem) {
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_AS, &before), 0);
  rlimit less = before;
  less.rlim_cur = rlim_t{1} << 40U;
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &less), 0);
  EXPECT_EQ(address_space_limit(), std::int64_t{1} << 40U);
  ASSERT_EQ(::setrlimit(RLIMIT_AS, &before), 0);
}

TEST_F(Machine, APeakIsForgotten) {
  constexpr std::size_t bytes = 64 * MiB;
  void* const large =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(large, MAP_FAILED);
  std::memset(large, 1, bytes);
  EXPECT_GE(resident_memory(), 64 * MiB);
  ASSERT_EQ(::munmap(large, bytes), 0);
  const std::int64_t peak = peak_resident_memory();
  EXPECT_GE(peak, 64 * MiB);
  forget_peak_memory();
  EXPECT_LT(peak_resident_memory(), peak - 32 * MiB);
}

}  // namespace
}  // namespace overlace

// SPDX-License-Identifier: Apache-2.0
// The memory available to layers, from the kernel's files, here replaced by ours.
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "gpu/cpu/layers/layer_memory.h"

namespace overlace::test {
namespace {

namespace fs = std::filesystem;

class LayerMemory : public ::testing::Test {
 protected:
  ~LayerMemory() override { fs::remove_all(root_); }

  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }
  [[nodiscard]] std::size_t usable() const {
    return usable_memory({(root_ / "proc").string(), (root_ / "groups").string()});
  }

 private:
  fs::path root_ = fs::path(::testing::TempDir()) / ("layers-" + std::to_string(::getpid()));
};

// Documentation/admin-guide/cgroup-v2.rst: memory.max, "max" for no limit.
TEST_F(LayerMemory, IsNoMoreThanAControlGroupHas) {
  const std::size_t machine = usable();
  EXPECT_GT(machine, std::size_t{64} << 20U);
  write("proc/self/cgroup", "0::/pod/job\n");
  write("groups/pod/job/memory.max", "max\n");
  EXPECT_EQ(usable(), machine);
  write("groups/pod/memory.max", "67108864\n");
  EXPECT_EQ(usable(), 67108864U);
  write("groups/pod/memory.current", "50000000\n");  // what is taken counts as the machine's does
  EXPECT_EQ(usable(), 67108864U);
}

// Documentation/admin-guide/cgroup-v1/memory.rst: no limit is the largest multiple of a page.
TEST_F(LayerMemory, GroupsOfVersionOneCountAsWell) {
  const std::size_t machine = usable();
  write("proc/self/cgroup", "4:memory:/a\n0::/\n");
  write("groups/memory/a/memory.limit_in_bytes", "9223372036854771712\n");
  EXPECT_EQ(usable(), machine);
  write("groups/memory/a/memory.limit_in_bytes", "67108864\n");
  EXPECT_EQ(usable(), 67108864U);
}

}  // namespace
}  // namespace overlace::test
